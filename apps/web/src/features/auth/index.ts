export { AuthForm, textOf } from './auth-form.tsx';
export { askForLogin, currentUserQuery, loginQuery, signOut, type Login } from './api.ts';
export { endLogin } from './end-login.ts';
export { LoginForm } from './login-form.tsx';
export { CurrentUserProvider, useCurrentUser } from './current-user.tsx';
export { usePasswordRule } from './password-rule.ts';
export { openPopup, signInThroughPopup } from './popup-sign-in.ts';
