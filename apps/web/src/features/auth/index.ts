export { currentUserQuery, loginQuery, signOut } from './api.ts';
export { CurrentUserProvider, useCurrentUser } from './current-user.tsx';
export { passwordRule } from './password-rule.ts';
export { openPopup, signInThroughPopup } from './popup-sign-in.ts';
