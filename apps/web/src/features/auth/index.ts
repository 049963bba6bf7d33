export { currentUserQuery, loginQuery, signOut, type Login } from './api.ts';
export { CurrentUserProvider, useCurrentUser } from './current-user.tsx';
