import { api } from '@boathouse/contract/api';
import type { ProofLevel } from '@boathouse/contract/auth/proof';
import type { Endpoint } from '@boathouse/contract/endpoint';
import { endpointMatrix, type EndpointKey, type Persona } from './matrix.ts';

/**
 * The calls that need more than a valid login: they change an account's owner or others' rights, or send data out of
 * the server. Calls of administration are closed to a login by PIN without being named here.
 */
export const provedCalls: Partial<Record<EndpointKey, ProofLevel>> = {
  'auth.changePassword': 'password',
  'auth.changeEmail': 'fresh',
  'auth.secondFactor': 'fullLogin',
  'auth.beginSecondFactor': 'password',
  'auth.confirmSecondFactor': 'fullLogin',
  'auth.newRecoveryCodes': 'password',
  'auth.removeSecondFactor': 'password',
  'auth.logins': 'fullLogin',
  'auth.endLogin': 'fullLogin',
  'auth.endOtherLogins': 'fullLogin',
  'devices.join': 'password',
  'devices.list': 'fullLogin',
  'devices.end': 'fullLogin',
  'tokens.list': 'fullLogin',
  'tokens.create': 'password',
  'tokens.end': 'fullLogin',
  'tokens.endAll': 'fullLogin',
  'account.remove': 'password',
  'clubs.transferOwnership': 'fresh',
  'clubs.makeAdmin': 'fresh',
  'clubs.revokeAdmin': 'fresh',
  // Keys that open something to anyone who has them, for weeks or without an end.
  'invitations.create': 'fresh',
  'calendar.create': 'fresh',
  'webhooks.set': 'fresh',
  'webhooks.remove': 'fresh',
  'sync.connect': 'fresh',
  'sync.change': 'fresh',
  'sync.authorize': 'fresh',
  'administration.makeResetLink': 'fresh',
  'administration.lock': 'fresh',
  'administration.unlock': 'fresh',
  'administration.endLogins': 'fresh',
  'administration.removeUser': 'fresh',
  'administration.makeAdministrator': 'fresh',
  'administration.revokeAdministrator': 'fresh',
  'administration.handOverClub': 'fresh',
  'administration.removeClub': 'fresh',
  'administration.changeSettings': 'fresh',
  'administration.createInvitation': 'fresh',
  'administration.endInvitation': 'fresh',
  'reports.decide': 'fresh',
  'reports.takeBack': 'fresh',
  'outgoing.retry': 'fresh',
  'outgoing.discard': 'fresh',
};

/**
 * The changing calls that need only a login, with the reason. A new one fails its test until it is decided here or
 * above.
 */
export const callsWithoutProof: Readonly<Record<string, readonly string[]>> = {
  'rowing and what belongs to it': [
    'activities.*',
    'entries.*',
    'imports.*',
    'moves.*',
    'results.*',
    'strokes.*',
    'tags.*',
    'sessions.*',
    'starts.*',
    'attendance.*',
    'templates.*',
    'squads.*',
    'tests.*',
    'records.*',
    'goals.*',
    'races.*',
    'startLists.*',
    'raceCodes.*',
    'raceDay.*',
  ],
  "people's reactions, undone by another call": ['comments.*', 'likes.*', 'follows.*', 'reports.create'],
  'the look and privacy of the caller alone': ['users.*', 'notifications.*', 'files.*'],
  'everyday work of a club, undone by another call': [
    'clubs.create',
    'clubs.patch',
    'clubs.join',
    'clubs.leave',
    'clubs.makeMember',
    'clubs.revokeMembership',
    'invitations.read',
    'invitations.accept',
  ],
  'a board shows what its session shows to all who are there, and ends with it; programs make them': [
    'boards.*',
  ],
  'ends or repeats what was allowed before': [
    'calendar.revoke',
    'invitations.revoke',
    'webhooks.test',
    'sync.disconnect',
    'sync.importNow',
    'sync.retry',
    'devices.leave',
  ],
  'messages to this browser, which end with its login': ['webpush.*'],
  "a mail to the caller's own address": ['administration.sendTestMail'],
  'the one-time code is the proof': ['setUp.finish'],
};

const isKey = (key: string): key is EndpointKey => key in endpointMatrix;

export const contractCalls: ReadonlyArray<[EndpointKey, Endpoint]> = Object.entries(api).flatMap(
  ([noun, calls]) =>
    Object.entries<Endpoint>(calls).flatMap(([name, endpoint]): Array<[EndpointKey, Endpoint]> => {
      const key = `${noun}.${name}`;
      return isKey(key) ? [[key, endpoint]] : [];
    }),
);

/** Refusals that come before the proof. */
const isEarlier = (outcome: string, isOfAdministration: boolean) =>
  /^401|user_record_missing|not_the_caller/.test(outcome) ||
  (isOfAdministration && outcome === '404 not_found');

type LoginRow = {
  key: EndpointKey;
  situation: string;
  persona: Persona;
  usual: string;
  old: string;
  pin: string;
};

/** In order of preference: the first with a success, otherwise the first who is signed in. */
const chosen: readonly Persona[] = [
  'self',
  'owner',
  'administrator',
  'host',
  'member',
  'other',
  'loginWithoutRecord',
];

/**
 * Returns the outcomes of a row's call for one persona with an old login, and with a login by PIN. The proof belongs to the
 * call, so one situation for each usual outcome is enough.
 */
export function loginRows(): LoginRow[] {
  return contractCalls.flatMap(([key, endpoint]) => {
    if (endpoint.auth === 'public') return [];
    const situations: Array<[string, Partial<Record<Persona, string>>]> = Object.entries(endpointMatrix[key]);
    const tried = new Set<string>();
    return situations.flatMap(([situation, cells]) => {
      const withCell = chosen.filter((persona) => cells[persona] !== undefined);
      const persona = withCell.find((each) => cells[each]?.startsWith('2')) ?? withCell[0];
      const usual = persona === undefined ? undefined : cells[persona];
      if (persona === undefined || usual === undefined || tried.has(usual)) return [];
      tried.add(usual);
      const level = provedCalls[key];
      const isOfAdministration = endpoint.auth === 'administrator';
      const stays = isEarlier(usual, isOfAdministration);
      const isClosed = level !== undefined || isOfAdministration;
      return [
        {
          key,
          situation,
          persona,
          usual,
          old: level === 'fresh' && !stays ? '403 proof_needed' : usual,
          pin: isClosed && !stays ? '403 pin_login' : usual,
        },
      ];
    });
  });
}
