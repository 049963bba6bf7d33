export { admissionRoutes } from './routes.ts';
export { Admission, openSetUp, requireAnotherAdministrator, type Admitting } from './service.ts';
export { forgetOldActions, listActions, noteAction, type AdministrationEntry } from './log/store.ts';
export {
  deleteInvitation,
  deleteSetUpCode,
  findSignUpMode,
  insertInvitation,
  listAdministrators,
  listInvitations,
  updateAdministrator,
  updateSignUpMode,
} from './store.ts';
