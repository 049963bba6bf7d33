// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildCategory, buildEvent } from '../../../../../test/races/factory.ts';
import { rowsOf } from './rows-of.ts';
import { SeatBoard } from './seat-board.tsx';

afterEach(cleanup);

const event = buildEvent();
const [race] = event.races;

function show(fixed: string | null = null) {
  const onMove = vi.fn<(...moved: unknown[]) => void>();
  const rows = rowsOf(event, buildCategory(), () => ({ title: 'Flight 1', startsAt: '10:00', fixed }));
  render(<SeatBoard rows={rows} lanes={6} isBusy={false} onMove={onMove} />);
  return onMove;
}

const seat = (name: RegExp | string) => screen.getByRole('button', { name });
const said = () => screen.getByRole('status').textContent;

describe('the seats of a race', () => {
  test('move by two presses into an empty lane', () => {
    const onMove = show();
    fireEvent.click(seat('Pick up Athlete 1, Flight 1, lane 1'));
    expect(said()).toBe('Athlete 1 picked up from Flight 1, lane 1. Choose a lane, or press Escape.');
    fireEvent.click(seat('Put Athlete 1 into Flight 1, lane 4'));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ name: 'Athlete 1' }),
      { race: race?._id, lane: 1 },
      { race: race?._id, lane: 4 },
    );
    expect(said()).toBe('Athlete 1 moves to Flight 1, lane 4.');
  });

  test('change places with the athlete who sits there', () => {
    const onMove = show();
    fireEvent.click(seat(/^Pick up Athlete 1/));
    fireEvent.click(seat('Exchange Athlete 1 and Athlete 3, Flight 1, lane 3'));
    expect(onMove).toHaveBeenCalledTimes(1);
    expect(said()).toBe('Athlete 1 changes places with Athlete 3.');
  });

  test('stay after Escape, and after a second press on the same athlete', () => {
    const onMove = show();
    fireEvent.click(seat(/^Pick up Athlete 1/));
    fireEvent.keyDown(seat('Put Athlete 1 back'), { key: 'Escape' });
    expect(said()).toBe('Athlete 1 stays.');
    fireEvent.click(seat(/^Pick up Athlete 1/));
    fireEvent.click(seat('Put Athlete 1 back'));
    expect(onMove).not.toHaveBeenCalled();
  });

  test('are reached by the arrow keys, along the lanes and into the next row', () => {
    show();
    const first = seat(/^Pick up Athlete 1/);
    first.focus();
    fireEvent.keyDown(first, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(seat(/^Pick up Athlete 2/));
    fireEvent.keyDown(seat(/^Pick up Athlete 2/), { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toContain('Put here');
  });

  test('can be dragged', () => {
    const onMove = show();
    const dataTransfer = { setData: () => {}, effectAllowed: '' };
    fireEvent.dragStart(seat(/^Pick up Athlete 2/), { dataTransfer });
    fireEvent.drop(seat('Put Athlete 2 into Flight 1, lane 6'), { dataTransfer });
    expect(onMove).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ name: 'Athlete 2' }),
      { race: race?._id, lane: 2 },
      { race: race?._id, lane: 6 },
    );
  });

  test('the seats of a race of a closed lane accept no one, and those of a race with results do not move', () => {
    const onMove = show();
    fireEvent.click(seat(/^Pick up Athlete 1/));
    fireEvent.click(seat('Flight 1, lane 5: closed'));
    expect(onMove).not.toHaveBeenCalled();
    cleanup();
    show('Official');
    fireEvent.click(seat(/^Pick up Athlete 1/));
    expect(screen.queryByRole('button', { name: 'Put Athlete 1 back' })).toBeNull();
  });
});
