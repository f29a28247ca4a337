//! Passages of Markdown: paragraphs, list items, table cells and headings. Fenced code is left out.

use super::passage::{Passage, PassageKind};

/// The passages of a page.
pub(super) fn markdown(text: &str) -> Vec<Passage> {
    let mut passages = Vec::new();
    let mut open = Passage::new(PassageKind::Text);
    let mut fence = None;
    for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line)) {
        let trimmed = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
        if fence.is_some() || mark.is_some() {
            fence = if fence.is_none() { mark } else { fence.filter(|_| mark != fence) };
            close(&mut passages, &mut open);
            continue;
        }
        if is_indented_code(line, &open) || trimmed.is_empty() {
            close(&mut passages, &mut open);
            continue;
        }
        if trimmed.starts_with('#') {
            close(&mut passages, &mut open);
            passages.push(Passage::of_line(PassageKind::Heading, number, trimmed.trim_start_matches('#')));
            continue;
        }
        if trimmed.starts_with('|') {
            close(&mut passages, &mut open);
            for cell in trimmed.split('|') {
                passages.push(Passage::of_line(PassageKind::Text, number, cell).without_code());
            }
            continue;
        }
        let item = trimmed.trim_start_matches(['-', '*', '>']).trim_start();
        let item = item.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', ')']);
        if item.len() != trimmed.len() {
            close(&mut passages, &mut open);
        }
        open.push(number, item);
    }
    close(&mut passages, &mut open);
    passages
}

/// Four blanks begin code, but not within a paragraph or list item.
fn is_indented_code(line: &str, open: &Passage) -> bool {
    line.starts_with("    ") && open.text.is_empty()
}

fn close(passages: &mut Vec<Passage>, open: &mut Passage) {
    let passage = std::mem::replace(open, Passage::new(PassageKind::Text));
    if !passage.text.is_empty() {
        passages.push(passage.without_code());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_cells_and_headings_are_passages_and_code_is_not() {
        let page =
            "# Title\n\nOne\ntwo `code`.\n\n```\nnot this\n```\n\n    nor this\n\n- item\n\n| a | b |\n";
        let passages = markdown(page);
        let texts: Vec<&str> = passages.iter().map(|it| it.text.trim()).filter(|it| !it.is_empty()).collect();
        assert_eq!(texts, ["Title", "One two `____`.", "item", "a", "b"]);
        assert_eq!(passages[0].kind, PassageKind::Heading);
        assert_eq!(passages[1].line_at(passages[1].text.len() - 1), 4);
    }
}
