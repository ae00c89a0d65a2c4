// The editor for a reader's own code: CodeMirror with what Python needs, and nothing more. It comes when its tab is opened.
//
//   knightsTour.editor(parent, text, label, changed, run)   an editor in an element: { set(text), mark(line), freeze(on), name(label) }
//                                                           changed(text) hears what is typed, run() Ctrl or ⌘ with Enter

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.comment, tags.string], color: "var(--soft)" },
  { tag: tags.comment, fontStyle: "italic" },
]);

const marked = StateEffect.define();
const wrong = Decoration.line({ class: "wrong-line" });
const marks = StateField.define({
  create: () => Decoration.none,
  update(value, { effects, changes, docChanged }) {
    for (const effect of effects) if (effect.is(marked)) return effect.value;
    return docChanged ? value.map(changes) : value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

knightsTour.editor = (parent, text, label, changed, run) => {
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
        [lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), marks],
        [pythonLanguage, indentUnit.of("    "), syntaxHighlighting(colours)],
        [frozen.of(EditorState.readOnly.of(false)), named.of(labelled(label))],
        EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
      ],
    }),
  });
  const set = (now) => {
    if (now !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: now } });
  };
  const mark = (line) => {
    const there = line > 0 && line <= view.state.doc.lines;
    const place = there ? Decoration.set([wrong.range(view.state.doc.line(line).from)]) : Decoration.none;
    view.dispatch({ effects: marked.of(place) });
  };
  return {
    set,
    mark,
    freeze: (on) => view.dispatch({ effects: frozen.reconfigure(EditorState.readOnly.of(on)) }),
    name: (now) => view.dispatch({ effects: named.reconfigure(labelled(now)) }),
  };
};
