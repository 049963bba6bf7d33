export { TemplatesDialog } from './lazy-templates.tsx';
