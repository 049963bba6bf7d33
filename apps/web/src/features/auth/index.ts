export { currentUserQuery, loginQuery, signOut } from './api.ts';
export { CurrentUserProvider, useCurrentUser } from './current-user.tsx';
export { openPopup, signInThroughPopup } from './popup-sign-in.ts';
