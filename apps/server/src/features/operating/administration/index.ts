export { administrationRoutes } from './routes.ts';
export { warningsOf } from './rules.ts';
export {
  changeSettings,
  deleteClubAs,
  deleteUserAs,
  lastBackupOf,
  settingsOf,
  storeAdministrator,
  storeLock,
} from './service.ts';
export {
  findAccountByEmail,
  findDatabaseFacts,
  findMailFailure,
  listClubsOfOperator,
  listLocked,
  updateMailFailure,
} from './store.ts';
