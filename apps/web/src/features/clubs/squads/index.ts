export { squadsOf, testsOf } from './api.ts';
