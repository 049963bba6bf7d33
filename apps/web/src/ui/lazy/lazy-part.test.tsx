// @vitest-environment happy-dom
import type { ReactElement } from 'react';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { afterFirstFrame } from './first-frame.ts';
import { lazyPart, onIntent } from './lazy-part.tsx';

type PanelProps = { name: string };
const Panel = ({ name }: PanelProps) => <p>Strokes of {name}</p>;

let answers: Array<PromiseWithResolvers<typeof Panel>>;
const load = () => {
  const answer = Promise.withResolvers<typeof Panel>();
  answers.push(answer);
  return answer.promise;
};
/** Renders, and lets the part request its code. */
const show = (shown: ReactElement) => act(async () => render(shown));
const arrive = (try_: number) => act(async () => answers[try_]?.resolve(Panel));
const fail = (try_: number) => act(async () => answers[try_]?.reject(new TypeError('Failed to fetch')));
const sentence = "The strokes couldn't be loaded. Check your connection and try again, or reload the page.";

beforeAll(() => afterFirstFrame());
beforeEach(() => {
  answers = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const makePart = () => lazyPart({ name: 'The strokes', load, waiting: <p>Loading</p> });

test('loads with its first use, once for all', async () => {
  const Part = makePart();
  expect(answers).toHaveLength(0);
  const { rerender } = await show(<Part name="Ann" />);
  expect(screen.getByText('Loading')).toBeTruthy();
  await arrive(0);
  expect(screen.getByText('Strokes of Ann')).toBeTruthy();
  rerender(<Part name="Ben" />);
  expect(screen.getByText('Strokes of Ben')).toBeTruthy();
  await show(<Part name="Cas" />);
  expect(screen.getByText('Strokes of Cas')).toBeTruthy();
  expect(answers).toHaveLength(1);
});

test('is shown at once if a pointer, the focus or a finger has loaded it before', async () => {
  const Part = makePart();
  await show(
    <button type="button" {...onIntent(Part.preload)}>
      Open
    </button>,
  );
  expect(answers).toHaveLength(0);
  await act(async () => fireEvent.pointerEnter(screen.getByRole('button')));
  await act(async () => fireEvent.focus(screen.getByRole('button')));
  await act(async () => fireEvent.touchStart(screen.getByRole('button')));
  expect(answers).toHaveLength(1);
  await arrive(0);
  render(<Part name="Ann" />);
  expect(screen.getByText('Strokes of Ann')).toBeTruthy();
});

test('shows that it is missing, while the parts around it stay, and loads again as often as the user tries', async () => {
  const Part = makePart();
  await show(
    <main>
      <h1>2000 m</h1>
      <Part name="Ann" />
    </main>,
  );
  await fail(0);
  expect(screen.getByRole('alert').textContent).toBe(sentence);
  expect(screen.getByRole('heading', { name: '2000 m' })).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(screen.getByText('Loading')).toBeTruthy();
  await fail(1);
  expect(screen.getByRole('alert').textContent).toBe(sentence);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  await arrive(2);
  expect(screen.getByText('Strokes of Ann')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a part shown again after a failure is loaded again', async () => {
  const Part = makePart();
  const { unmount } = await show(<Part name="Ann" />);
  await fail(0);
  unmount();
  await show(<Part name="Ann" />);
  await arrive(1);
  expect(screen.getByText('Strokes of Ann')).toBeTruthy();
});

test('a reload gets the code of a new version', async () => {
  const Part = makePart();
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  await show(<Part name="Ann" />);
  await fail(0);
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledOnce();
});
