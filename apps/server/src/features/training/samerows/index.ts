export {
  gainsOf,
  KnownRows,
  pairOf,
  partsOf,
  spanOf,
  withHeartRates,
  type Completable,
  type StoredRow,
} from './rules.ts';
export { answerQuestion, askAboutSameRows, takeInSameRows } from './service.ts';
export { insertQuestions, listQuestions, listRowsLike, questionsInserted } from './store.ts';
