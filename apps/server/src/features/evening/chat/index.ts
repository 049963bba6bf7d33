export { chatEvents } from './live.ts';
