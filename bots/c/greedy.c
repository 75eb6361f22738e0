/* A bot in C11 with libc alone: it asks for the legal turns and takes the one that leaves
 * the best position. It reads only what it needs of a message, from its top level; text it
 * has to repeat (the id, the chosen turn) it copies as it stands.
 *
 * cc -O2 -o greedy greedy.c
 */
#define _POSIX_C_SOURCE 200809L /* getline */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *blanks(const char *s) { return s + strspn(s, " \t\r\n"); }

/* All of these stop at the end of the line, however broken it is. */
static const char *after_string(const char *s) {
    for (s++; *s && *s != '"'; s++)
        if (*s == '\\' && s[1]) s++;
    return *s ? s + 1 : s;
}

static const char *after_value(const char *s) {
    int depth = 0;
    for (s = blanks(s); *s; s++) {
        if (*s == '"') {
            s = after_string(s) - 1;
        } else if (*s == '[' || *s == '{') {
            depth++;
        } else if ((*s == ']' || *s == '}') && depth > 0) {
            depth--;
        } else if (strchr(",]}", *s) && depth == 0) {
            return s;
        }
    }
    return s;
}

/* Where the value of a top-level key starts, or an empty text. */
static const char *field(const char *line, const char *key) {
    size_t length = strlen(key);
    const char *s = blanks(line);
    while (*s == '{' || *s == ',') {
        const char *name = blanks(s + 1);
        if (*name != '"') break;
        s = blanks(after_string(name));
        if (*s != ':') break;
        if (strncmp(name + 1, key, length) == 0 && name[length + 1] == '"') return blanks(s + 1);
        s = after_value(s + 1);
    }
    return "";
}

/* Reads the ints of one array into out, at most so many; returns what follows them. */
static const char *ints(const char *s, int *out, int most) {
    for (s = blanks(s); most > 0 && (*s == '[' || *s == ','); most--) {
        char *end;
        *out++ = (int)strtol(s + 1, &end, 10);
        s = blanks(end);
    }
    return *s == ']' ? s + 1 : s;
}

/* place: [0] borne off, [1..24] the points, [25] my bar, [26] his bar. Plays one turn on it. */
static const char *play(const char *turn, int *place) {
    const char *s = blanks(turn);
    while (*s == '[' || *s == ',') {
        int move[2] = {-1, -1};
        s = blanks(ints(s + 1, move, 2));
        if (move[0] < 1 || move[0] > 25 || move[1] < 0 || move[1] > 24) break;
        place[move[0]]--;
        if (move[1] > 0 && place[move[1]] == -1) { /* a hit */
            place[move[1]] = 0;
            place[26]++;
        }
        place[move[1]]++;
    }
    return *s == ']' ? s + 1 : s;
}

/* Points held and checkers off are good; single checkers (short) and the far ones are bad. */
static int score(const int *place, int is_short) {
    int sum = 20 * place[0] + 25 * place[26];
    for (int point = 1; point <= 24; point++) {
        int mine = place[point] > 0 ? place[point] : 0;
        sum += mine >= (is_short ? 2 : 1) ? 10 : 0;
        sum -= mine == 1 && is_short ? 8 : 0;
        sum -= point > 18 ? 4 * mine : 0;
    }
    return sum;
}

static void answer_turn(const char *line) {
    int start[27] = {0}, best = -1000000;
    const char *id = field(line, "id"), *chosen = "[]", *chosen_end = chosen + 2;
    int is_short = *field(line, "head") == '\0'; /* the long games alone have one */
    ints(field(line, "board"), start + 1, 24);
    ints(field(line, "bar"), start + 25, 2);
    ints(field(line, "off"), start, 1);
    const char *s = blanks(field(line, "legal"));
    while (*s == '[' || *s == ',') {
        int place[27];
        const char *turn = blanks(s + 1);
        memcpy(place, start, sizeof place);
        s = blanks(play(turn, place));
        int mark = score(place, is_short);
        if (mark > best) best = mark, chosen = turn, chosen_end = s;
    }
    printf("{\"type\":\"move\",\"id\":%.*s,\"moves\":%.*s}\n", (int)(after_value(id) - id), id,
           (int)(chosen_end - chosen), chosen);
}

static const char *about =
    "\"protocol\":1,\"name\":\"greedy-c\",\"version\":\"1.0\",\"wants\":[\"legal\"],\"rules\":["
    "\"long\",\"long-classic\",\"long-app\",\"long-club\",\"gulbar\",\"short\",\"short-east\"]";

static int is(const char *value, const char *word) {
    return strncmp(value, word, strlen(word)) == 0;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        const char *type = field(line, "type"), *id = field(line, "id");
        int length = (int)(after_value(id) - id);
        if (is(type, "\"quit\"")) break;
        if (is(type, "\"hello\"")) {
            printf("{\"type\":\"hello\",\"id\":%.*s,%s}\n", length, id, about);
        } else if (is(type, "\"game\"")) {
            printf("{\"type\":\"ready\",\"id\":%.*s}\n", length, id);
        } else if (is(type, "\"turn\"")) {
            answer_turn(line);
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
