//! Defects of a league file, shown where they stand: file, line, column, carets, remedy.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use nardy_protocol::text::{is_unsafe, visible};

/// How many defects are shown; the rest is counted. A file with more is not one to list.
const MAX_SHOWN: usize = 20;

/// How much of a value or a path a message repeats.
const MAX_QUOTED_CHARS: usize = 80;

/// How much of a marked place is marked.
const MAX_MARKED_BYTES: usize = 400;

/// A league file's text and the name it goes by in messages.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    name: String,
    /// The text with every byte offset kept, but without characters that act on a terminal.
    text: String,
}

impl Source {
    /// `name` is what the user typed to name the file.
    pub(super) fn new(name: &str, text: &str) -> Arc<Source> {
        Arc::new(Source {
            name: quoted(name),
            text: harmless(text),
        })
    }

    /// The file's name as shown to people.
    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

/// One thing that is wrong, the places that show it and what to write instead.
#[derive(Debug, Clone)]
pub(crate) struct Defect {
    title: String,
    marks: Vec<Mark>,
    help: Vec<String>,
}

#[derive(Debug, Clone)]
struct Mark {
    span: Range<usize>,
    label: String,
    kind: AnnotationKind,
}

impl Defect {
    /// A defect named by a sentence without a place.
    pub(crate) fn new(title: impl Into<String>) -> Defect {
        Defect {
            title: title.into(),
            marks: Vec::new(),
            help: Vec::new(),
        }
    }

    /// Marks the place of the defect, in bytes from the start of the text; the label may be empty.
    pub(crate) fn at(self, span: Range<usize>, label: impl Into<String>) -> Defect {
        self.mark(span, label.into(), AnnotationKind::Primary)
    }

    /// Marks the place of the defect if it has one: what comes from the command line has none.
    pub(crate) fn maybe_at(self, span: Option<Range<usize>>, label: impl Into<String>) -> Defect {
        match span {
            Some(span) => self.at(span, label),
            None => self,
        }
    }

    /// Marks another place that is needed to see the defect.
    pub(crate) fn also(self, span: Range<usize>, label: impl Into<String>) -> Defect {
        self.mark(span, label.into(), AnnotationKind::Context)
    }

    /// Says what to do about it.
    pub(crate) fn help(mut self, text: impl Into<String>) -> Defect {
        self.help.push(text.into());
        self
    }

    fn mark(mut self, span: Range<usize>, label: String, kind: AnnotationKind) -> Defect {
        self.marks.push(Mark { span, label, kind });
        self
    }

    /// Where the defect starts; a defect of the whole file comes first.
    fn start(&self) -> usize {
        self.marks.first().map_or(0, |mark| mark.span.start)
    }

    fn group<'a>(&'a self, source: Option<&'a Source>) -> Group<'a> {
        let title = Level::ERROR.primary_title(self.title.as_str());
        let mut group = Group::with_title(title);
        if let Some(source) = source {
            group = match self.marks.as_slice() {
                [] => group.element(Origin::path(source.name.as_str())),
                marks => group.element(snippet(source, marks)),
            };
        }
        group.elements(
            self.help
                .iter()
                .map(|text| Level::HELP.message(text.as_str())),
        )
    }
}

fn snippet<'a>(
    source: &'a Source,
    marks: &'a [Mark],
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let annotations = marks.iter().map(|mark| {
        let label = Some(mark.label.as_str()).filter(|label| !label.is_empty());
        mark.kind.span(clipped(mark, &source.text)).label(label)
    });
    Snippet::source(source.text.as_str())
        .path(source.name.as_str())
        .annotations(annotations)
}

/// The beginning of a marked place: the renderer cuts lines around what is marked, and a value can
/// be as long as the file.
fn clipped(mark: &Mark, text: &str) -> Range<usize> {
    let Range { start, end } = mark.span;
    start..end.min(text.floor_char_boundary(start.saturating_add(MAX_MARKED_BYTES)))
}

/// All that is wrong with one input, in the order in which it stands there.
#[derive(Debug, Clone)]
pub struct Report {
    source: Option<Arc<Source>>,
    defects: Vec<Defect>,
    /// What is wrong with a file that this input names.
    named: Option<Box<Report>>,
}

impl Report {
    /// `source` is absent when the input came from the command line.
    pub(crate) fn new(source: Option<Arc<Source>>, mut defects: Vec<Defect>) -> Report {
        defects.sort_by_key(Defect::start);
        Report {
            source,
            defects,
            named: None,
        }
    }

    /// Adds what is wrong with a file that this input names.
    pub(crate) fn and(mut self, named: Option<Report>) -> Report {
        self.named = named.map(Box::new);
        self
    }

    /// One sentence that is about no place in a file.
    pub(crate) fn message(text: impl Into<String>) -> Report {
        Report::new(None, vec![Defect::new(text)])
    }

    /// How many defects there are, shown or not.
    pub fn len(&self) -> usize {
        self.defects.len() + self.named.as_ref().map_or(0, |report| report.len())
    }

    /// Whether there is nothing to report.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The report as text for people, with terminal colours or without; no newline at its end.
    pub fn render(&self, color: bool) -> String {
        let renderer = if color {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let renderer = renderer.decor_style(DecorStyle::Ascii);
        let source = self.source.as_deref();
        let mut parts: Vec<String> = self
            .defects
            .iter()
            .take(MAX_SHOWN)
            .map(|defect| renderer.render(&[defect.group(source)]))
            .collect();
        if self.defects.len() > MAX_SHOWN {
            parts.push(format!("… and {} more", self.defects.len() - MAX_SHOWN));
        }
        parts.extend(self.named.as_ref().map(|report| report.render(color)));
        parts.join("\n\n")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

/// A stranger's text for use inside a message: escaped and cut.
pub(crate) fn quoted(text: &str) -> String {
    visible(text, MAX_QUOTED_CHARS)
}

/// Replaces what would act on a terminal by something of the same length in bytes, so that
/// positions stay true. Line ends and tabs stay: the renderer knows them.
fn harmless(text: &str) -> String {
    text.chars()
        .map(
            |character| match (is_unsafe(character), character.len_utf8()) {
                (false, _) => character,
                (true, 1) => character, // the renderer shows these as control pictures
                (true, 2) => '\u{00A4}',
                (true, 3) => '\u{FFFD}',
                (true, _) => '\u{1F6AB}',
            },
        )
        .collect()
}
