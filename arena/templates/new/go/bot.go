// A bot that plays nardy. Your idea goes into choose.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

var rules = []string{"long", "long-classic", "long-app", "long-club", "gulbar", "short", "short-east"}

// Message is what a bot reads of the arena's messages; add the keys that you need.
type Message struct {
	Type  string     `json:"type"`
	ID    string     `json:"id"`
	Board []int      `json:"board"`
	Legal [][][2]int `json:"legal"`
}

// choose returns the turn to play: one of turn.Legal, each a list of moves {from, to}.
func choose(turn Message) [][2]int {
	best, most := turn.Legal[0], -1
	for _, moves := range turn.Legal {
		fromHead := 0
		for _, move := range moves {
			if move[0] == 24 {
				fromHead++
			}
		}
		if fromHead > most {
			best, most = moves, fromHead
		}
	}
	return best
}

func main() {
	in := bufio.NewReader(os.Stdin)
	for line, err := in.ReadBytes('\n'); err == nil; line, err = in.ReadBytes('\n') {
		var message Message
		if json.Unmarshal(line, &message) != nil || message.Type == "quit" {
			return
		}
		answer := map[string]any{"id": message.ID}
		switch message.Type {
		case "hello":
			answer["type"], answer["protocol"], answer["name"] = "hello", 1, "mine"
			answer["rules"], answer["wants"] = rules, []string{"legal"}
		case "game":
			answer["type"] = "ready"
		case "turn":
			answer["type"], answer["moves"] = "move", choose(message)
		default: // error, result
			continue
		}
		text, _ := json.Marshal(answer)
		fmt.Println(string(text)) // stdout has no buffer in Go
	}
}
