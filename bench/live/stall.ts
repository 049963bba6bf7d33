import { connect, measureWindow, type Load } from './measure.ts';
import { Generator, type ServerProcess } from './processes.ts';
import type { StallResult } from './results.ts';

const stallMs = 15_000;
const before = { warmMs: 1_500, windowMs: 3_000 };

/**
 * Measures what a viewer receives after reading nothing for 15 s, and whether the others notice; null if not all could
 * connect.
 */
export async function measureStall(servers: ServerProcess[], load: Load): Promise<StallResult | null> {
  const generator = new Generator();
  try {
    const failure = await connect(generator, servers, load);
    if (failure !== null) return null;
    const calm = await measureWindow(generator, servers, before);
    const { window, ...viewer } = await generator.ask({ kind: 'stall', stallMs }, 'stalled');
    return {
      system: load.system,
      rowers: load.rooms[0] ?? 0,
      stallMs,
      staleFrames: viewer.staleFrames,
      freshAfterMs: viewer.freshAfterMs,
      closed: viewer.closed,
      othersP99Ms: window.p99Ms,
      othersP99BeforeMs: 'none' in calm ? null : calm.p99Ms,
    };
  } finally {
    await generator.end();
  }
}
