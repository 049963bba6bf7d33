export { reasonWords } from './reason-words.ts';
export { Report } from './report.tsx';
