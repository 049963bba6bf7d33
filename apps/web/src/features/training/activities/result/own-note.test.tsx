// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refusal, stubReplies, type FakeApi } from '../../../../../test/fake-api.ts';
import { idOf, mara } from '../../../../../test/people.ts';
import { cleanUp, openAs } from '../../../../../test/signed-in-page.tsx';
import { OwnNote } from './own-note.tsx';

const id = idOf(80);
let api: FakeApi;
let stored: string;
let problem: string | null;

beforeEach(() => {
  stored = '';
  problem = null;
  api = stubReplies(({ method, body }) => {
    if (problem !== null) return refusal(503, problem);
    if (method === 'PUT') stored = String(body['note']).trim();
    return { body: { note: stored } };
  });
});
afterEach(cleanUp);

const open = () => openAs(mara, [{ path: '/', element: <OwnNote activityId={id} /> }], '/');
const opened = () => screen.findByRole('textbox', { name: 'Your note' });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your note' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });

test('an athlete writes a note, changes it, and sees who can read it', async () => {
  open();
  expect(screen.getByText("Only you read it. Your coach and the others don't.")).toBeTruthy();
  await press('Add a note');
  await waitFor(() => expect(document.activeElement).toBe(field()));
  type('Head up');
  await press('Save');
  expect(await screen.findByText('Head up')).toBeTruthy();
  await press('Edit');
  await opened();
  expect(field().value).toBe('Head up');
  type('Longer');
  await press('Save');
  expect(await screen.findByText('Longer')).toBeTruthy();
  expect(stored).toBe('Longer');
});

test('a note that can not be saved stays in the field, with the error', async () => {
  open();
  await press('Add a note');
  await opened();
  type('Head up');
  problem = 'The disk is full';
  await press('Save');
  expect(await screen.findByText('The disk is full')).toBeTruthy();
  expect(field().value).toBe('Head up');
  problem = null;
  await press('Save');
  expect(await screen.findByText('Head up')).toBeTruthy();
});

test('canceling stores nothing', async () => {
  stored = 'Head up';
  open();
  await press('Edit');
  await opened();
  type('Other');
  await press('Cancel');
  expect(screen.getByText('Head up')).toBeTruthy();
  expect(api.changes()).toEqual([]);
});

test('a note that could not be loaded can be requested again', async () => {
  problem = 'Away';
  open();
  expect(
    await screen.findByText("Your note couldn't be loaded.", undefined, { timeout: 10_000 }),
  ).toBeTruthy();
  problem = null;
  await press('Try again');
  expect(await screen.findByRole('button', { name: 'Add a note' })).toBeTruthy();
});
