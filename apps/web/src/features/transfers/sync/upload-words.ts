import type { SyncUpload } from '@boathouse/contract/sync/calls';
import { formatWhen } from '../../../lib/format.ts';

/** Returns what became of an activity at a service, in words. */
export function uploadWords({ state, problem, nextAt }: SyncUpload, nowMs: number): string {
  const because = problem === null ? '' : `: ${problem}`;
  switch (state) {
    case 'sent':
      return problem === null ? 'Sent' : `Sent. ${problem}.`;
    case 'there':
      return problem === null ? 'There already' : `There already. ${problem}.`;
    case 'refused':
      return `Refused${because}`;
    case 'givenUp':
      return `Given up${because}`;
    case 'waiting':
      if (problem === null || nextAt === null) return 'Waiting to be sent';
      // It waits for what the athlete does.
      if (Date.parse(nextAt) <= nowMs) return `Not sent yet${because}`;
      return `Not sent yet${because}. Next try: ${formatWhen(nextAt, nowMs)}`;
  }
}

export function canBeRetried({ state }: SyncUpload): boolean {
  return state === 'refused' || state === 'givenUp';
}
