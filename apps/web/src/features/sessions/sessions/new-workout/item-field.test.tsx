// @vitest-environment happy-dom
import { limits } from '@boathouse/contract/limits';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stubReplies } from '../../../../../test/fake-api.ts';
import { cleanUp, openPage } from '../../../../../test/signed-in-page.tsx';
import { ItemField } from './item-field.tsx';

beforeEach(() => {
  stubReplies(() => ({ body: [] }));
});
afterEach(cleanUp);

const notRead = 'Not read as a plan: athletes see the text, the monitor is set by hand';

function Item({ text: first }: { text: string }) {
  const [text, setText] = useState(first);
  return <ItemField number={1} text={text} error={undefined} onChange={setText} onRemove={null} />;
}

async function open(text: string) {
  openPage(<Item text={text} />, '/dashboard');
  await screen.findByLabelText(/^Workout item 1/);
}

const input = () => screen.getByLabelText<HTMLInputElement>(/^Workout item 1/);
const reading = () => screen.getAllByRole('status').map((each) => each.textContent)[0];
const suggestions = () =>
  screen.queryAllByRole('button', { name: /^Did you mean / }).map(({ textContent }) => textContent);
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }));
const openRows = async () => {
  press(/^Edit as rows/);
  await screen.findByRole('button', { name: 'Add row' });
};
const row = (number: number) => within(screen.getByRole('group', { name: `Row ${number}` }));

describe('the reading below an item', () => {
  test('shows the reading, piece by piece, while the user types', async () => {
    await open('2k');
    await screen.findByText('Reads as 2000 m');
    type(input(), "10' easy, 4x500m r24/2:00");
    const lines = screen.getAllByRole('listitem').map((line) => line.textContent);
    expect(lines).toEqual(['10:00 easy', '4 × 500 m at 24 spm, 2:00 rest']);
  });

  test('names an unknown word of a text that is not understood, and shows nothing for an empty text', async () => {
    await open('banana pancakes');
    await screen.findByText('“banana” was not understood');
    expect(reading()).toContain(notRead);
    expect(suggestions()).toEqual([]);
    type(input(), ' ');
    expect(reading()).toBe('');
  });
});

describe('the workouts that the coach may have meant', () => {
  test('is offered below a text that is unclear, and announced in the reading', async () => {
    await open('2k / 7:00');
    await screen.findByText('2 suggestions follow');
    expect(suggestions()).toEqual(['Did you mean 2000 m @ 1:45?', 'Did you mean 2000 m / 7:00 rest?']);
    expect(screen.getByRole('group', { name: 'Suggestions for workout item 1' })).toBeTruthy();
    expect(reading()).toBe(`${notRead}2 suggestions follow`);
    expect(input().value).toBe('2k / 7:00');
  });

  test('replaces the text when it is chosen, and leaves the focus there', async () => {
    await open('4x500 banana');
    type(input(), '6x500/2');
    await screen.findByText('1 suggestion follows');
    press('Did you mean 6 x 500 m / 2:00 rest?');
    expect(input().value).toBe('6 x 500 m / 2:00 rest');
    expect(reading()).toBe('Reads as 6 × 500 m, 2:00 rest');
    expect(suggestions()).toEqual([]);
    expect(document.activeElement).toBe(input());
  });

  test('is offered without an unknown word, which is named', async () => {
    await open('Tabata 8x20/10');
    await screen.findByText('1 suggestion follows');
    expect(reading()).toBe(`${notRead}“Tabata” was not understood1 suggestion follows`);
    expect(suggestions()).toEqual(['Did you mean 8 x 0:20 / 0:10 rest?']);
  });

  test('disappears when the text has changed, so that no old suggestion replaces a new text', async () => {
    await open('4x500');
    await screen.findByText('1 suggestion follows');
    type(input(), '4x500m');
    expect(suggestions()).toEqual([]);
  });

  test('is never longer than an item may be', async () => {
    const long = Array.from({ length: 25 }, (_, index) => `500 r${20 + index}`).join('+');
    expect(long.length).toBeLessThanOrEqual(limits.workoutItemMax);
    await open(long);
    await import('@boathouse/workout-text/offers');
    await act(async () => {});
    expect(reading()).toBe(notRead);
    expect(suggestions()).toEqual([]);
  });
});

describe('the rows of an item', () => {
  test('write the text', async () => {
    await open('4x500m/1:00');
    await openRows();
    expect(row(1).getByLabelText<HTMLInputElement>('Times').value).toBe('4');
    type(row(1).getByLabelText('Times'), '6');
    press('Targets of row 1');
    type(row(1).getByLabelText('Stroke rate'), '18-20');
    expect(input().value).toBe('6 x 500 m rate 18-20 / 1:00 rest');
    expect(reading()).toBe('Reads as 6 × 500 m at 18 to 20 spm, 1:00 rest');
    fireEvent.change(row(1).getByLabelText('Rest'), { target: { value: 'undefined' } });
    expect(input().value).toBe('6 x 500 m rate 18-20 / undefined rest');
  });

  test('the rows of an item for a text that is not understood are empty, and the text stays until a row is complete', async () => {
    await open('8 x 500 fast');
    await openRows();
    expect(screen.getByText(/^The text is not read as a plan/)).toBeTruthy();
    press('Add row');
    const amount = row(1).getByLabelText('Piece');
    expect(document.activeElement).toBe(amount);
    expect(input().value).toBe('8 x 500 fast');
    type(amount, '5');
    expect(row(1).getByText('Enter 100 to 50,000 m')).toBeTruthy();
    expect(input().value).toBe('8 x 500 fast');
    type(amount, '500');
    expect(input().value).toBe('500 m');
  });

  test('follow what the user types in the text at the same time', async () => {
    await open('');
    await openRows();
    type(input(), '2k + 1k');
    expect(row(2).getByLabelText<HTMLInputElement>('Piece').value).toBe('1000');
    press('Remove row 1');
    expect(input().value).toBe('1000 m');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add row' }));
  });

  test('never write a text longer than an item', async () => {
    const long = Array.from({ length: 26 }, (_, index) => `${501 + index}m`).join('+');
    expect(long.length).toBeLessThan(limits.workoutItemMax);
    await open(long);
    await openRows();
    type(row(1).getByLabelText('Times'), '2');
    expect(input().value).toBe(long);
    expect(
      screen.getByText(new RegExp(`at most ${limits.workoutItemMax}, so the text is unchanged`)),
    ).toBeTruthy();
  });
});
