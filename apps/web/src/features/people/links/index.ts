export { SecretLinkDialog } from './secret-link-dialog.tsx';
