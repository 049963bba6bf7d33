export { TemplatesDialog } from './lazy-templates.tsx';
export { SaveAsTemplate } from './save-as-template.tsx';
