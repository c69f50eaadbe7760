import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { kindName } from '../ui/kind-names.ts';
import { KindTag } from '../ui/kinds.tsx';
import { type Column, Table } from '../ui/table.tsx';
import {
  kindsOf,
  type OwnWord,
  ownWords,
  type WordList,
  withoutWord,
  withWord,
} from './own-words.ts';
import { policyStrings } from './strings.ts';

const wordStrings = policyStrings.words;

interface Props {
  /** A policy that the service has checked. */
  readonly yaml: string;
  readonly onChange?: (yaml: string) => void;
}

const columns: readonly Column<OwnWord>[] = [
  { title: wordStrings.kind, cell: ({ kind }) => <KindTag kind={kind} /> },
  { title: wordStrings.list, look: 'nowrap', cell: ({ list }) => wordStrings.lists[list] },
  { title: wordStrings.word, cell: ({ word }) => <code>{word}</code> },
];

/** The words and patterns of a policy, by kind; with `onChange` each has a button that removes it. */
export function PolicyWords({ yaml, onChange }: Props) {
  const [sought, seek] = useState('');
  const words = ownWords(yaml);
  if (words.length === 0) return <p>{wordStrings.none}</p>;
  const found = words.filter(({ kind, word }) =>
    `${kind} ${kindName(kind)} ${word}`.toLowerCase().includes(sought.trim().toLowerCase()),
  );
  const remove: Column<OwnWord> = {
    title: wordStrings.remove,
    hidden: true,
    cell: (one) => (
      <Button
        aria-label={wordStrings.removeWord(one.word)}
        onClick={({ detail: clicks, currentTarget }) => {
          // The second click of a double click meets the next word, which moved up.
          if (clicks > 1) return;
          onChange?.(withoutWord(yaml, one));
          // The button goes with the word.
          currentTarget.closest('.card')?.querySelector<HTMLElement>('[type="search"]')?.focus();
        }}
      >
        {wordStrings.remove}
      </Button>
    ),
  };
  return (
    <>
      <TextField label={wordStrings.search} type="search" value={sought} onChange={seek} />
      {found.length === 0 ? (
        <p>{wordStrings.nothing}</p>
      ) : (
        <Table
          rows={found}
          rowKey={({ kind, list, word }) => `${kind} ${list} ${word}`}
          columns={onChange === undefined ? columns : [...columns, remove]}
        />
      )}
    </>
  );
}

/** Adds a word or a pattern to an edited policy. */
export function AddWord({ yaml, onChange }: Required<Props>) {
  const kinds = kindsOf(yaml);
  const [chosen, setKind] = useState('');
  const kind = kinds.includes(chosen) ? chosen : (kinds[0] ?? '');
  const [list, setList] = useState<string>('never');
  const [word, setWord] = useState('');
  const add = () => {
    onChange(withWord(yaml, { kind, list: list as WordList, word: word.trim() }));
    setWord('');
  };
  return (
    <Form onSubmit={add}>
      <SelectField
        label={wordStrings.kind}
        value={kind}
        options={kinds.map((name) => [name, kindName(name)])}
        onChange={setKind}
      />
      <SelectField
        label={wordStrings.list}
        value={list}
        options={Object.entries(wordStrings.lists)}
        onChange={setList}
      />
      <TextField
        label={wordStrings.word}
        required
        maxLength={200}
        value={word}
        onChange={setWord}
      />
      <div className="page-actions">
        <Button type="submit">{wordStrings.add}</Button>
      </div>
    </Form>
  );
}
