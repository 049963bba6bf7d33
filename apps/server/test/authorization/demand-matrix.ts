import { endpointMatrix, type EndpointKey, type Outcome, type Persona } from './matrix.ts';

type Cells = Partial<Record<Persona, Outcome>>;

/**
 * The rights of a club's admins and owner if ADMINS_NEED_SECOND_FACTOR is set and none of them has one, by endpoint:
 * the situations in which they use these rights.
 */
const demanded = {
  'clubs.patch': ['ofTheClub'],
  'clubs.revokeMembership': ['ofARequest', 'ofAMember', 'ofAnAdmin', 'ofTheOwner', 'ofAStranger'],
  'clubs.makeMember': ['ofARequest', 'ofAMember', 'ofAStranger'],
  'clubs.makeAdmin': ['ofARequest', 'ofAMember', 'ofTheOwner', 'ofAStranger'],
  'clubs.revokeAdmin': ['ofARequest', 'ofAnAdmin', 'ofTheOwner', 'ofAStranger'],
  'invitations.create': ['ofTheClub'],
  'invitations.revoke': ['ofTheClub'],
  'squads.save': ['ofTheClub'],
  'squads.remove': ['ofTheClub'],
  'tests.save': ['ofTheClub'],
  'tests.remove': ['ofTheClub'],
  'records.save': ['ofTheClub'],
  'records.remove': ['ofTheClub'],
  'webhooks.set': ['ofTheClub'],
  'webhooks.remove': ['ofTheClub'],
  'webhooks.test': ['withoutAWebhook'],
  'sessions.change': ['club', 'outOfTheClub'],
  'sessions.remove': ['club'],
  'sessions.repeat': ['club'],
  'sessions.handOver': ['club', 'toTheFormerHost', 'toARequest', 'toAStranger'],
  'entries.save': ['club'],
  'templates.create': ['ofTheClub'],
  'templates.rename': ['ofTheClub'],
  'templates.remove': ['ofTheClub'],
  'boards.create': ['club'],
  'boards.revoke': ['club'],
  'races.create': ['ofTheClub'],
  'races.change': ['ofTheDay'],
  'races.remove': ['ofTheDay'],
  'races.addJudge': ['ofTheDay'],
  'races.removeJudge': ['ofTheDay'],
  'races.makePage': ['ofTheDay'],
  'races.closePage': ['ofTheDay'],
  'races.addCategory': ['ofTheDay'],
  'races.changeCategory': ['ofTheDay'],
  'races.removeCategory': ['ofTheDay'],
  'races.addEntry': ['ofTheDay'],
  'races.changeEntry': ['ofTheDay'],
  'races.removeEntry': ['ofTheDay'],
  'startLists.apply': ['ofTheDay'],
  'raceDay.draw': ['ofTheDay'],
  'raceDay.drawFinal': ['ofTheDay'],
  'raceDay.timetable': ['ofTheDay'],
  'raceDay.publish': ['ofTheDay'],
  'raceDay.seat': ['ofTheDay'],
  'raceDay.takeControl': ['ofTheDay'],
  'raceDay.releaseControl': ['ofTheDay'],
  'raceDay.call': ['ofTheDay'],
  'raceDay.arm': ['ofTheDay'],
  'raceDay.start': ['ofTheDay'],
  'raceDay.stop': ['ofTheDay'],
  'raceDay.finish': ['ofTheDay'],
  'raceDay.rerow': ['ofTheDay'],
  'raceDay.makeProvisional': ['ofTheDay'],
  'raceDay.makeOfficial': ['ofTheDay'],
  'raceDay.reopen': ['ofTheDay'],
  'raceDay.decide': ['ofTheDay'],
  'races.weigh': ['ofTheDay'],
  'raceDay.swap': ['ofTheDay'],
  'raceDay.enter': ['ofTheDay'],
  'raceDay.enterFile': ['ofTheDay'],
  'raceDay.confirm': ['ofTheDay'],
  'raceDay.choose': ['ofTheDay'],
  'raceDay.protest': ['ofTheDay'],
} as const satisfies Partial<Record<EndpointKey, readonly string[]>>;

/**
 * The same for rights of the owner only: an admin is refused without a request for a confirmation that would not help.
 */
const demandedOfOwners = {
  'clubs.transferOwnership': ['toAMember', 'toARequest', 'toAStranger'],
} as const satisfies Partial<Record<EndpointKey, readonly string[]>>;

/** The same for the administrators of the installation. They may still look. */
const demandedOfAdministrators = {
  'administration.sendTestMail': ['always'],
  'administration.makeResetLink': ['ofAUser', 'ofNoUser'],
  'administration.lock': ['ofAUser', 'oneself', 'ofNoUser'],
  'administration.unlock': ['ofAUser', 'ofNoUser'],
  'administration.endLogins': ['ofAUser', 'ofNoUser'],
  'administration.removeUser': ['ofAUser', 'ofAClubsOwner', 'oneself', 'ofNoUser'],
  'administration.makeAdministrator': ['ofAUser', 'ofNoUser'],
  'administration.revokeAdministrator': ['ofAUser', 'ofTheLastOne', 'ofNoUser'],
  'administration.handOverClub': ['toAMember', 'toARequest', 'toAStranger', 'ofNoClub'],
  'administration.removeClub': ['ofAClub', 'ofNoClub'],
  'administration.changeSettings': ['always'],
  'administration.createInvitation': ['always'],
  'administration.endInvitation': ['ofNone'],
  'outgoing.retry': ['ofNone'],
  'outgoing.discard': ['ofNone'],
  'reports.decide': ['dismissed', 'hidden', 'deleted', 'decidedOtherwise', 'ofNoReport'],
  'reports.takeBack': ['decidedOtherwise', 'undecided', 'ofADeletion', 'ofNoReport'],
} as const satisfies Partial<Record<EndpointKey, readonly string[]>>;

/**
 * Calls that stay allowed for everyone, in all situations of an endpoint if none is named: hosts for their sessions,
 * members for theirs, and admins for waiting athletes.
 */
const kept = {
  'administration.state': [],
  'administration.users': [],
  'reports.list': [],
  'clubs.membershipsOfClub': [],
  'clubs.leave': ['theClub'],
  'invitations.ofClub': ['ofTheClub'],
  'webhooks.ofClub': ['ofTheClub'],
  'sessions.change': ['onlyMe', 'link', 'toTheClub'],
  'sessions.remove': ['onlyMe', 'link'],
  'templates.create': ['ofTheCaller'],
  'templates.remove': ['ofSelf'],
  'starts.set': ['club'],
  'starts.cancel': ['club'],
  'entries.sheet': ['club'],
  'activities.end': [],
  'boards.ofSession': ['club'],
  'races.byId': [],
  'raceDay.now': [],
  'raceDay.race': [],
  'raceDay.advance': [],
  'raceDay.log': [],
  'startLists.preview': [],
  'boards.create': ['onlyMe', 'link'],
} as const satisfies Partial<Record<EndpointKey, readonly string[]>>;

type DemandRow = [key: EndpointKey, situation: string, cells: Cells];

const situationsOf = (key: EndpointKey): Array<[string, Cells]> => Object.entries(endpointMatrix[key]);

function rowsOf(
  chosen: Partial<Record<EndpointKey, readonly string[]>>,
  change: (cells: Cells) => Cells,
): DemandRow[] {
  return endpointKeys.flatMap((key) => {
    const situations = chosen[key];
    if (situations === undefined) return [];
    const rows = situationsOf(key).filter(([name]) => situations.length === 0 || situations.includes(name));
    if (rows.length < situations.length) throw new Error(`${key} has not all of ${situations.join(', ')}`);
    // The demand belongs to the call: situations with the same outcomes would repeat each other.
    const apart = new Map(rows.map(([name, cells]) => [JSON.stringify(change(cells)), name] as const));
    return rows
      .filter(([name]) => [...apart.values()].includes(name))
      .map(([name, cells]): DemandRow => [key, name, change(cells)]);
  });
}

const isKey = (key: string): key is EndpointKey => key in endpointMatrix;
const endpointKeys = Object.keys(endpointMatrix).filter(isKey);

export const demandRows: readonly DemandRow[] = [
  ...rowsOf(demanded, (cells) => ({
    ...cells,
    admin: '403 second_factor_demanded',
    owner: '403 second_factor_demanded',
  })),
  ...rowsOf(demandedOfOwners, (cells) => ({ ...cells, owner: '403 second_factor_demanded' })),
  ...rowsOf(demandedOfAdministrators, (cells) => ({
    ...cells,
    administrator: '403 second_factor_demanded',
  })),
  ...rowsOf(kept, (cells) => cells),
];
