//! Rust source read as tokens: which paths it names, tests aside.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, LexError, TokenStream, TokenTree};

/// Every path of two or more names outside `#[cfg(test)]` items; `use std::{fs, io}` gives
/// `std::fs` and `std::io`.
///
/// # Errors
///
/// If the text is no Rust.
pub(crate) fn paths(text: &str) -> Result<BTreeSet<Vec<String>>, LexError> {
    let mut paths = BTreeSet::new();
    walk(text.parse()?, &mut paths);
    Ok(paths)
}

fn walk(tokens: TokenStream, paths: &mut BTreeSet<Vec<String>>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        let aside = test_item(&tokens[at..]);
        if aside > 0 {
            at += aside;
            continue;
        }
        if !is_separator(&tokens[at.saturating_sub(2)..at]) {
            path(&tokens[at..], &[], paths);
        }
        // Inside the braces of a `use` this finds branches without their stem, which lead nowhere.
        if let TokenTree::Group(group) = &tokens[at] {
            walk(group.stream(), paths);
        }
        at += 1;
    }
}

/// Notes the path that begins here; of a tree in braces, every branch.
fn path(tokens: &[TokenTree], stem: &[String], paths: &mut BTreeSet<Vec<String>>) {
    let mut names = stem.to_vec();
    let mut rest = tokens;
    while let [TokenTree::Ident(name), behind @ ..] = rest {
        names.push(name.to_string());
        if !is_separator(behind) {
            break;
        }
        rest = &behind[2..];
    }
    match rest {
        [TokenTree::Group(tree), ..] if names.len() > stem.len() && is_braced(tree) => {
            for branch in branches(tree.stream()) {
                path(&branch, &names, paths);
            }
        }
        _ if names.len() > 1 => {
            paths.insert(names);
        }
        _ => {}
    }
}

/// How many tokens make up the test item that begins here; 0 if none does.
fn test_item(tokens: &[TokenTree]) -> usize {
    let [hash, TokenTree::Group(attribute), ..] = tokens else {
        return 0;
    };
    let attribute = attribute.stream().to_string().replace(' ', "");
    if !is_punct(hash, '#') || attribute != "cfg(test)" {
        return 0;
    }
    let end = tokens.iter().position(ends_item);
    end.map_or(tokens.len(), |end| end + 1)
}

/// Whether an item ends with this: its semicolon or its braces, whichever comes first.
fn ends_item(token: &TokenTree) -> bool {
    is_punct(token, ';') || matches!(token, TokenTree::Group(group) if is_braced(group))
}

fn is_braced(group: &Group) -> bool {
    group.delimiter() == Delimiter::Brace
}

fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// Whether these tokens begin with `::`.
fn is_separator(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [one, two, ..] if is_punct(one, ':') && is_punct(two, ':'))
}

/// What stands between the commas.
fn branches(tree: TokenStream) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<_> = tree.into_iter().collect();
    let branches = tokens.split(|token| is_punct(token, ','));
    branches.map(<[_]>::to_vec).collect()
}
