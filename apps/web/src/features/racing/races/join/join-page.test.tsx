// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { idOf } from '../../../../../test/people.ts';
import { refusal, stubReplies } from '../../../../../test/fake-api.ts';
import { cleanUp, openPage } from '../../../../../test/signed-in-page.tsx';
import { JoinRacePage } from './join-page.tsx';

afterEach(cleanUp);

const words = 'This code is not valid. Check each character.';

test('a guest who enters the code gets to the race day, and a wrong code says what to do next', async () => {
  const api = stubReplies(({ method, path, body }) => {
    expect([method, path]).toEqual(['POST', '/api/races/claims']);
    const isRight = JSON.stringify(body) === JSON.stringify({ code: '7kq2 m9xd' });
    return isRight ? { body: { event: idOf(200), entry: idOf(401) } } : refusal(400, words, 'wrong_code');
  });
  const router = openPage(<JoinRacePage />, '/race');
  const field = await screen.findByRole('textbox', { name: /Code/ });
  const press = screen.getByRole('button', { name: 'Row in this race' });
  fireEvent.click(press);
  expect(screen.getByText('Enter the code from your start card.')).toBeTruthy();
  expect(api.calls).toEqual([]);
  fireEvent.change(field, { target: { value: 'AAAA-AAAA' } });
  fireEvent.click(press);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(field).toHaveProperty('value', 'AAAA-AAAA');
  fireEvent.change(field, { target: { value: '7kq2 m9xd' } });
  expect(screen.queryByText(words)).toBeNull();
  fireEvent.click(press);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/races/${idOf(200)}`));
});

test('after a failure of the server the code is still there, and the next press enters it', async () => {
  let tries = 0;
  stubReplies(() => {
    tries += 1;
    if (tries === 1) return refusal(503, 'The database is away.', 'unavailable');
    return { body: { event: idOf(200), entry: idOf(401) } };
  });
  const router = openPage(<JoinRacePage />, '/race');
  fireEvent.change(await screen.findByRole('textbox', { name: /Code/ }), { target: { value: '7KQ2-M9XD' } });
  const press = screen.getByRole('button', { name: 'Row in this race' });
  fireEvent.click(press);
  await waitFor(() => expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByRole('textbox')).toHaveProperty('value', '7KQ2-M9XD');
  fireEvent.click(press);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/races/${idOf(200)}`));
  expect(tries).toBe(2);
});
