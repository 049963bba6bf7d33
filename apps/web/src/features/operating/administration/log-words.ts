import type { AdministrationLogEntry } from '@boathouse/contract/administration/calls';

type Words = (subject: string, detail: string) => string;

const words: Record<AdministrationLogEntry['action'], Words> = {
  setUp: () => 'set up this server',
  restored: () => 'restored a backup',
  madeAdministrator: (subject) => `made ${subject} administrator`,
  revokedAdministrator: (subject) => `revoked ${subject} as administrator`,
  locked: (subject) => `locked ${subject}`,
  unlocked: (subject) => `unlocked ${subject}`,
  madeResetLink: (subject) => `made a reset link for ${subject}`,
  endedLogins: (subject) => `logged ${subject} out everywhere`,
  deletedUser: (subject) => `deleted the account of ${subject}`,
  handedOverClub: (subject, detail) => `handed ${subject} over to ${detail}`,
  deletedClub: (subject) => `deleted the club ${subject}`,
  changedSetting: (_, detail) => settingWords[detail] ?? `changed a setting: ${detail}`,
  madeInvitation: (_, detail) => `made a link to sign up ${detail}`,
  endedInvitation: () => 'ended a link to sign up',
  sentTestMail: () => 'sent a test mail',
  dismissedReport: (subject) => `dismissed the reports about ${subject}`,
  hidReported: (subject) => `hid ${subject} after a report`,
  reopenedReport: (subject) => `took back a decision about ${subject}`,
  retriedOutgoing: (_, detail) => `sent ${countedMessages(detail)} again`,
  discardedOutgoing: (_, detail) => `discarded ${countedMessages(detail)}`,
  deletedReported: (subject) => `deleted ${subject} after a report`,
};

const countedMessages = (count: string) => `${count} ${count === '1' ? 'message' : 'messages'}`;

const settingWords: Partial<Record<string, string>> = {
  'signUp open': 'opened sign-up to everyone',
  'signUp invitation': 'made sign-up need an invitation',
  'signUp closed': 'closed sign-up',
};

/** Names are from the time of the entry. */
export function entryInWords({ actor, action, subject, detail }: AdministrationLogEntry): string {
  return `${actor ?? 'The operator'} ${words[action](subject ?? '', detail ?? '')}`;
}
