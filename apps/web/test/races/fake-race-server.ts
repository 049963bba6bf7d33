import type { RaceControl, WholeRaceEvent } from '@boathouse/contract/races';
import type { RaceInFull, RaceNow } from '@boathouse/contract/races/day';
import type { Race, RaceState } from '@boathouse/contract/races/race';
import { FakeApi, refusal, type Call, type Reply } from '../fake-api.ts';
import { buildEvent } from './factory.ts';

const nextStates: Record<string, RaceState> = {
  call: 'called',
  arm: 'armed',
  start: 'started',
  finish: 'finished',
  provisional: 'provisional',
  official: 'official',
  stop: 'falseStart',
  runs: 'called',
};

/** One race day in memory, with the server's rules that the pages need, including versions and the control. */
export class FakeRaceServer extends FakeApi {
  event: WholeRaceEvent = buildEvent();
  mine: RaceNow['mine'] = [];
  open: string[] = [];
  attempts: RaceInFull['attempts'] = [];

  protected override usual(call: Call): Reply {
    const [, , group, id = '', action = ''] = call.path.split('/');
    if (call.path === `/api/races/events/${this.event._id}`) return { body: this.event };
    if (group === 'clubs') return { body: [] };
    if (group === 'races' && id === 'events') return this.#ofEvent(call);
    const race = this.event.races.find(({ _id }) => _id === id);
    if (race === undefined) return refusal(404, 'No such race', 'not_found');
    if (call.method === 'GET') return { body: this.#full(race) };
    return this.#act(race, action, call);
  }

  /** Another official has changed a race. */
  change(race: Race, parts: Partial<Race>): Race {
    const changed = { ...race, version: race.version + 1, ...parts };
    const races = this.event.races.map((each) => (each._id === race._id ? changed : each));
    this.event = { ...this.event, races };
    return changed;
  }

  #full(race: Race): RaceInFull {
    return { race, attempts: this.attempts, protests: [], open: this.open };
  }

  #ofEvent({ method, path, body }: Call): Reply {
    switch (`${method} ${path.split('/')[5]}`) {
      case 'GET now':
        return { body: this.#now() };
      case 'PUT control': {
        const device = String(body['device']);
        const { control } = this.event;
        if (control !== null && control.device !== device && body['takeOver'] !== true) {
          return refusal(409, `${control.user.displayName} has the race control.`, 'race_control_taken');
        }
        return { body: this.#give(device) };
      }
      default:
        return { body: [] };
    }
  }

  #give(device: string): RaceControl {
    const user = { _id: '018f0000-0000-7000-8000-000000000001', displayName: 'Mara', iconURL: null };
    const control = { user, device, since: '2026-05-02T07:30:00.000Z' };
    this.event = { ...this.event, control };
    return control;
  }

  #now(): RaceNow {
    const { title, timeZone, may, control } = this.event;
    const at = '2026-05-02T07:40:00.000Z';
    return {
      title,
      timeZone,
      at,
      race: null,
      next: [],
      last: [],
      may,
      control,
      session: null,
      mine: this.mine,
    };
  }

  #act(race: Race, action: string, { body }: Call): Reply {
    if (body['version'] !== race.version) {
      return refusal(409, 'The race has changed', 'race_changed');
    }
    if (action === 'seats') return { body: [this.#seat(race, body)] };
    const state = nextStates[action];
    return state === undefined ? refusal(400, 'No such action') : { body: this.change(race, { state }) };
  }

  #seat(race: Race, { entry, lane }: Record<string, unknown>): Race {
    const from = race.lanes.find((each) => each.entry === entry);
    const to = race.lanes.find((each) => each.lane === lane);
    const lanes = race.lanes.map((each) => {
      if (each.lane === lane) return { ...each, entry: typeof entry === 'string' ? entry : null };
      return each.lane === from?.lane ? { ...each, entry: to?.entry ?? null } : each;
    });
    return this.change(race, { lanes });
  }
}
