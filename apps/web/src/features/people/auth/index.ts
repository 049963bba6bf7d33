export { AuthForm, textOf } from './auth-form.tsx';
export {
  askForLogin,
  currentUserQuery,
  loginQuery,
  signOut,
  useIsGuest,
  useIsPinLogin,
  type Login,
} from './api.ts';
export { endLogin } from './end-login.ts';
export { LoginForm } from './login-form.tsx';
export { CurrentUserProvider, useCurrentUser, useFirstDay } from './current-user.tsx';
export { PinLogin } from './proof/pin-login-part.ts';
export { usePasswordRule } from './password-rule.ts';
export { openPopup } from './popup-sign-in.ts';
export { AnotherUserError, confirmAtProvider } from './proof/confirm-at-provider.ts';
