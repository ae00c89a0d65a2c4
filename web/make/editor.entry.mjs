// The editor for a reader's own code: the parts of CodeMirror that Python code needs. It loads when its tab is opened.
//
//   knightsTour.editor(parent, text, label, changed, run, locked)   makes an editor in an element, and returns
//                                   { set(text), mark(line), point(line), freeze(on), name(label) }
//     changed(text)   is called with the new text, also with one that a lock refuses
//     run()           is called for Ctrl or ⌘ with Enter
//     locked(text)    returns the numbers of the locked lines, none if a locked line is missing

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.comment, tags.string], color: "var(--soft)" },
  { tag: tags.comment, fontStyle: "italic" },
]);

// Returns a field for lines with a special look, and a function that makes the effect to set such a line.
function lines(look) {
  const set = StateEffect.define();
  const decoration = Decoration.line({ class: look });
  const field = StateField.define({
    create: () => Decoration.none,
    update(value, { effects, changes, docChanged }) {
      for (const effect of effects) if (effect.is(set)) return effect.value;
      return docChanged ? value.map(changes) : value;
    },
    provide: (kept) => EditorView.decorations.from(kept),
  });
  const at = ({ doc }, line) => {
    const there = line > 0 && line <= doc.lines;
    return set.of(there ? Decoration.set([decoration.range(doc.line(line).from)]) : Decoration.none);
  };
  return { field, at };
}

const wrong = lines("wrong-line");
const current = lines("current-line");
const lockedLine = Decoration.line({ class: "locked-line" });

// Marks the locked lines, and refuses changes of them, unless one is missing already.
function locks(locked, refused) {
  let known = { doc: null, numbers: [] };
  const numbers = (doc) => {
    if (known.doc !== doc) known = { doc, numbers: locked(doc.toString()) };
    return known.numbers;
  };
  const marks = EditorView.decorations.compute(["doc"], ({ doc }) =>
    Decoration.set(
      numbers(doc).map((line) => lockedLine.range(doc.line(line).from)),
      true,
    ),
  );
  const guard = EditorState.transactionFilter.of((transaction) => {
    const { docChanged, newDoc, startState } = transaction;
    if (!docChanged || !numbers(startState.doc).length || numbers(newDoc).length) return transaction;
    refused(newDoc.toString());
    return [];
  });
  return [marks, guard];
}

knightsTour.editor = (parent, text, label, changed, run, locked) => {
  const frozen = new Compartment();
  const named = new Compartment();
  const labelled = (name) => EditorView.contentAttributes.of({ "aria-label": name, "aria-describedby": "own-keys" });
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        keymap.of([{ key: "Mod-Enter", run: () => run() || true }]),
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        [lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), wrong.field, current.field],
        [pythonLanguage, indentUnit.of("    "), syntaxHighlighting(colors)],
        [frozen.of(EditorState.readOnly.of(false)), named.of(labelled(label)), locks(locked, changed)],
        EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
      ],
    }),
  });
  const set = (now) => {
    const changes = { from: 0, to: view.state.doc.length, insert: now };
    if (now !== view.state.doc.toString()) view.dispatch({ changes, filter: false });
  };
  const scrolled = (line) => EditorView.scrollIntoView(view.state.doc.line(line).from, { y: "nearest" });
  const point = (line) => {
    const there = line > 0 && line <= view.state.doc.lines;
    view.dispatch({ effects: [current.at(view.state, line), ...(there ? [scrolled(line)] : [])] });
  };
  return {
    set,
    mark: (line) => view.dispatch({ effects: wrong.at(view.state, line) }),
    point,
    freeze: (on) => view.dispatch({ effects: frozen.reconfigure(EditorState.readOnly.of(on)) }),
    name: (now) => view.dispatch({ effects: named.reconfigure(labelled(now)) }),
  };
};
