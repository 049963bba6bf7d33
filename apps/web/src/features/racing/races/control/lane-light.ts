import type { MemberState } from '@boathouse/contract/live';
import type { RaceEntry } from '@boathouse/contract/races';
import type { RaceLane, RaceState } from '@boathouse/contract/races/race';
import { formatSilence } from '../../../../lib/format.ts';
import { readinessOf } from '../../../rowing/room/index.ts';
import { laneWords } from '../race-words.ts';

/** `good` is green; `wait` needs something that is usual at this moment, `bad` something unusual. */
export type LaneLight = { tone: 'good' | 'wait' | 'bad' | 'none'; words: string };

type Seen = {
  race: RaceState;
  lane: RaceLane;
  entry: RaceEntry | null;
  /** The state of the athlete's page in the room; undefined without a page. */
  member: MemberState | undefined;
  /** Seconds since the lane's last sample; null without one. */
  ageSec: number | null;
  /** The lane has a simulated erg: it rows, but its result is none. */
  isSimulated?: boolean;
};

/** A monitor with less battery may turn off during the race. */
const batteryLowPercent = 20;

/** A younger sample counts as live. */
const freshSec = 3;

const light = (tone: LaneLight['tone'], words: string): LaneLight => ({ tone, words });

/**
 * Returns whether a lane is ready, with the reason as a text. Data take precedence over the state that officials have
 * set.
 */
export function laneLightOf(seen: Seen): LaneLight {
  const { race, lane, entry } = seen;
  if (lane.state === 'closed' || lane.state === 'empty' || entry === null) {
    return light('none', laneWords[lane.state === 'closed' ? 'closed' : 'empty']);
  }
  if (['dns', 'dnf', 'dsq', 'exhibition'].includes(lane.state)) return light('none', laneWords[lane.state]);
  if (entry.isScratched) return light('bad', 'Scratched: set the lane to did not start');
  switch (race) {
    case 'draft':
    case 'published':
      return light('wait', 'Not called yet');
    case 'called':
    case 'armed':
      return beforeStart(seen, entry);
    case 'started':
    case 'running':
      return onTheWater(seen, entry);
    case 'falseStart':
    case 'stopped':
      return light('wait', 'Waits for the next start');
    default:
      return afterFinish(seen, entry);
  }
}

function beforeStart(seen: Seen, entry: RaceEntry): LaneLight {
  const { lane, member, race } = seen;
  if (entry.user === null) {
    return lane.state === 'here' || lane.state === 'ready'
      ? light('good', 'Here, a guest: enter the result by hand')
      : light('wait', 'A guest, not here yet');
  }
  if (member === undefined) {
    if (lane.state === 'ready') return light('good', 'Ready, set by an official');
    return lane.state === 'here' ? light('wait', 'Here, page not open') : light('wait', 'Page not open');
  }
  const readiness = readinessOf(member, 0);
  const battery = member.monitor?.batteryPercent ?? null;
  switch (readiness) {
    case 'ready':
      if (seen.isSimulated === true) return light('bad', 'A simulated erg: its result does not count');
      if (battery !== null && battery < batteryLowPercent) {
        return light('bad', `Ready, but the battery is at ${battery} %: change it now`);
      }
      return light('good', 'Ready');
    case 'rowing':
    case 'noSignal':
      return light(race === 'armed' ? 'bad' : 'wait', 'Flywheel moves');
    case 'busy':
      return light('bad', 'Rows something else');
    case 'noErg':
      return light('wait', 'No erg connected');
    case 'silent':
      return light('bad', 'Monitor silent');
    case 'notSet':
      return light('wait', 'Monitor not set to the piece');
    case 'away':
      return light('wait', 'Page in the background');
  }
}

function onTheWater({ lane, ageSec, race, isSimulated }: Seen, entry: RaceEntry): LaneLight {
  if (lane.state === 'finished') return light('good', 'Finished');
  if (isSimulated === true) return light('bad', 'On a simulated erg: the result does not count');
  if (ageSec !== null && ageSec <= freshSec) return light('good', 'Rowing');
  if (entry.user === null) return light('wait', 'A guest: enter the result by hand');
  if (race === 'started' && ageSec === null) return light('good', 'Ready');
  if (ageSec === null) return light('bad', 'Nothing received: keep rowing, the monitor counts');
  return light('bad', `No data for ${formatSilence(Math.floor(ageSec))}: keep rowing, the monitor counts`);
}

function afterFinish({ lane, isSimulated }: Seen, entry: RaceEntry): LaneLight {
  if (lane.needsConfirmation) return light('wait', 'By hand: a second person confirms it');
  if (lane.result !== null) return light('good', 'Result stored');
  if (isSimulated === true)
    return light('bad', 'Rowed on a simulated erg: no result. Row again, or enter it by hand');
  if (entry.user === null) return light('wait', 'A guest: enter the result by hand');
  return light('bad', 'No result: wait for the monitor, or enter it by hand');
}
