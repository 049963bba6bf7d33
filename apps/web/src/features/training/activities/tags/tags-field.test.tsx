// @vitest-environment happy-dom
import { limits } from '@boathouse/contract/limits';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stubReplies } from '../../../../../test/fake-api.ts';
import { mara } from '../../../../../test/people.ts';
import { cleanUp, openPage } from '../../../../../test/signed-in-page.tsx';
import { TagsField } from './tags-field.tsx';

beforeEach(() => {
  stubReplies(({ path }) => ({ body: path.endsWith('/tags') ? { tags: ['Test', 'winter'] } : mara }));
});
afterEach(cleanUp);

function Field({ initial }: { initial: readonly string[] }) {
  const [tags, setTags] = useState<readonly string[]>(initial);
  return (
    <>
      <TagsField userId={mara._id} tags={tags} onChange={setTags} />
      <output>{tags.join('|')}</output>
    </>
  );
}
const open = (initial: readonly string[] = []) => openPage(<Field initial={initial} />, '/');
const chosen = () => screen.getByRole('status').textContent;
const field = () => screen.getByLabelText<HTMLInputElement>('New tag');
const type = (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.keyDown(field(), { key: 'Enter' });
};

test('accepts typed text, several tags separated by commas, and none twice', () => {
  open();
  type('hard, Long  row,');
  expect(chosen()).toBe('hard|Long row');
  type('HARD');
  expect(chosen()).toBe('hard|Long row');
  expect(field().value).toBe('');
});

test('a typed tag is accepted before a press elsewhere, which may store it, but not by a press in the field', () => {
  const stored: string[] = [];
  function Form() {
    const [tags, setTags] = useState<readonly string[]>([]);
    return (
      <>
        <TagsField userId={mara._id} tags={tags} onChange={setTags} />
        <button type="button" onClick={() => stored.push(tags.join('|'))}>
          Store
        </button>
      </>
    );
  }
  openPage(<Form />, '/');
  fireEvent.change(field(), { target: { value: 'hard, lo' } });
  fireEvent.click(field());
  expect(field().value).toBe('hard, lo');
  fireEvent.click(screen.getByRole('button', { name: 'Store' }));
  expect(stored).toEqual(['hard|lo']);
  expect(field().value).toBe('');
});

test('offers tags used before, until they are chosen', async () => {
  open(['test']);
  expect(screen.queryByRole('button', { name: 'Add winter' })).toBeNull();
  fireEvent.focus(field());
  fireEvent.click(await screen.findByRole('button', { name: 'Add winter' }));
  expect(chosen()).toBe('test|winter');
  expect(screen.queryByRole('button', { name: 'Add winter' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add Test' })).toBeNull();
});

test('shows the problem of a tag, and keeps it for correction', () => {
  open();
  const long = 'x'.repeat(limits.tagLengthMax + 1);
  type(long);
  expect(screen.getByText(`At most ${limits.tagLengthMax} characters`)).toBeTruthy();
  expect([chosen(), field().value]).toEqual(['', long]);
  type(Array.from({ length: limits.tagsMax + 1 }, (_, index) => `t${index}`).join(','));
  expect(screen.getByText(`At most ${limits.tagsMax} tags`)).toBeTruthy();
  expect(chosen()).toBe('');
});

test('the button that removes a tag passes the focus to the next', async () => {
  open(['hard', 'easy']);
  const group = within(screen.getByRole('group', { name: 'Tags' }));
  group.getByRole('button', { name: 'Remove hard' }).focus();
  fireEvent.click(group.getByRole('button', { name: 'Remove hard' }));
  expect(chosen()).toBe('easy');
  await waitFor(() =>
    expect(document.activeElement).toBe(group.getByRole('button', { name: 'Remove easy' })),
  );
});
