// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { bestPlace, keepClear } from './keep-clear.ts';

const screen = { width: 1_000, height: 800 };
const boxAt = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
/** It is at the bottom on the right. */
const home = boxAt(684, 724, 300, 60);
const button = (left: number, top: number, width = 100, height = 44) => ({
  box: boxAt(left, top, width, height),
  weight: 1_000,
});

test('toasts do not move when nothing is below them', () => {
  expect(bestPlace(home, screen, [])).toMatchObject({ cost: 0, left: 684, top: 724 });
  expect(bestPlace(home, screen, [button(500, 740)])).toMatchObject({ cost: 0, left: 684, top: 724 });
});

test('toasts go up, just above a button below them', () => {
  const { left, top } = bestPlace(home, screen, [button(700, 740)]);
  expect(left).toBe(684);
  expect(top + 60).toBeLessThanOrEqual(740);
  expect(top + 60).toBeGreaterThan(740 - 16);
});

test('toasts go to the side of a column of buttons', () => {
  const column = [button(700, 0, 250, 800)];
  expect(bestPlace(home, screen, column)).toMatchObject({ cost: 0, left: 350, top: 724 });
});

test('without a free place toasts cover as little as possible, figures before buttons', () => {
  const all = [button(0, 0, 1_000, 400), { box: boxAt(0, 400, 1_000, 400), weight: 1 }];
  const { top } = bestPlace(home, screen, all);
  expect(top).toBeGreaterThanOrEqual(400);
});

test('toasts that have moved start at their usual place again after the last of them has disappeared', () => {
  const stack = document.createElement('div');
  stack.innerHTML = '<div role="status">Saved</div>';
  document.body.append(stack);
  // happy-dom has no layout.
  const height = 60;
  stack.getBoundingClientRect = () => {
    const left = stack.style.left === '' ? home.left : parseFloat(stack.style.left);
    const top = stack.style.top === '' ? home.top : parseFloat(stack.style.top);
    return new DOMRect(left, top, 300, height);
  };
  const below = document.createElement('button');
  below.getBoundingClientRect = () => new DOMRect(700, 740, 100, 44);
  below.checkVisibility = () => true;
  document.body.append(below);
  const stopFirst = keepClear(stack);
  const moved = stack.style.top;
  expect(moved).not.toBe('');
  below.remove();
  stopFirst();
  expect(stack.style.top).toBe(moved);
  const stopLast = keepClear(stack);
  stack.textContent = '';
  stopLast();
  expect(stack.style.top).toBe('');
  stack.remove();
});
