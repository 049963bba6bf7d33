import fc from 'fast-check';
import { expect, test } from 'vitest';
import { command, id, isRefusedStroke, pieceSec, speedMPerSec, Trial } from './fake-row-trial.ts';

/** Whether distance and time never go back within a piece. */
function isForward(
  values: ReadonlyArray<{ pieceNumber: number; distanceM: number; elapsedSec: number }>,
): boolean {
  return values.every((now, index) => {
    const before = values[index - 1];
    const isSamePiece = before?.pieceNumber === now.pieceNumber;
    return !isSamePiece || (now.distanceM >= before.distanceM && now.elapsedSec >= before.elapsedSec);
  });
}

const physical = (one: { peakForceN: number; strokeCount: number }) => `${one.strokeCount}:${one.peakForceN}`;

test('[SESS-10] over lost, repeated, late and refused requests, reloads, two devices, kills, storage that goes away and pages of another version, each kept stroke is stored once, or refused, kept and told; the result is the monitor’s', () => {
  fc.assert(
    fc.property(fc.array(command, { minLength: 5, maxLength: 30 }), (commands) => {
      const trial = new Trial();
      for (const one of commands) trial.do(one);
      trial.end();

      const { server } = trial.world;
      const stored = server.activities.get(id);
      const strokes = stored?.strokes ?? [];
      const there = strokes.map(physical);
      expect(there.toSorted()).toEqual([...new Set(there)].toSorted());
      const inJournals = trial.devices.flatMap(({ journal }) =>
        [...(journal?.strokes.values() ?? [])].filter(({ isSent }) => !isSent).map(({ stroke }) => stroke),
      );
      // What is still in a journal is refused, and told.
      if (inJournals.length > 0) expect(trial.refused).toBe('someStrokes');
      expect(inJournals.filter((stroke) => !isRefusedStroke(stroke))).toEqual([]);
      const kept = trial.devices.flatMap(({ everKept }) => everKept.map(physical));
      const safe = new Set([...there, ...inJournals.map(physical)]);
      expect(kept.filter((stroke) => !safe.has(stroke))).toEqual([]);
      expect(stored).toMatchObject({
        isCompleted: true,
        result: { source: 'summary', distanceM: pieceSec * speedMPerSec, elapsedSec: pieceSec },
      });
      for (const [index, { journal }] of trial.devices.entries()) {
        const { life } = trial.pages[index === 0 ? 0 : 1];
        const isTold = life !== null && life.setAside.length + life.unsent.length > 0;
        expect(journal !== null).toBe(isTold);
        if (isTold) expect(life.strokesRefusal).toBe('strokes.0.peakForce: Too big');
      }
      for (const { sent, samples } of trial.world.pages) {
        const patches = sent.flatMap(({ request }) => (request.kind === 'patch' ? [request.progress] : []));
        expect(isForward(patches)).toBe(true);
        expect(isForward(samples.map(({ progress }) => progress))).toBe(true);
        const gapsMs = samples.slice(1).map(({ atMs }, index) => atMs - (samples[index]?.atMs ?? 0));
        expect(Math.min(250, ...gapsMs)).toBe(250);
      }
    }),
    { numRuns: 2_000 },
  );
  // About 8 s; a machine that does other work needs several times as long.
}, 60_000);
