/** What an administrator can have done; each is stored with the names that it concerned. */
export const administrationActions = [
  'setUp',
  'restored',
  'madeAdministrator',
  'revokedAdministrator',
  'locked',
  'unlocked',
  'madeResetLink',
  'endedLogins',
  'deletedUser',
  'handedOverClub',
  'deletedClub',
  'changedSetting',
  'madeInvitation',
  'endedInvitation',
  'sentTestMail',
  'dismissedReport',
  'hidReported',
  'deletedReported',
  'reopenedReport',
] as const;
export type AdministrationAction = (typeof administrationActions)[number];
