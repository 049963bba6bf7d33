import { urlOf, type Endpoint, type EndpointArgs, type EndpointResponse } from '@boathouse/contract/endpoint';
import { callEndpoint } from './api.ts';
import { takeFirstData } from './first-data.ts';

/**
 * Returns the response to a GET that came with the page, each only once; undefined without one. A response that does not
 * match its schema counts as none: the query then makes the call.
 */
export function firstAnswerTo<E extends Endpoint>(
  endpoint: E,
  args: EndpointArgs<E>,
): EndpointResponse<E> | undefined {
  const given: { params?: unknown; query?: unknown } = args;
  const body = takeFirstData(urlOf(endpoint, given.params, given.query));
  if (body === undefined) return undefined;
  const schema: E['response'] = endpoint.response;
  const result = schema['~standard'].validate(body);
  return result instanceof Promise || result.issues ? undefined : result.value;
}

export type ApiQuery<Data> = {
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
  initialData: () => Data | undefined;
};

/**
 * Returns the options of a query that makes one call. Data that came with the page is available in the first render:
 * through `queryFn` it would come later, in a second render that React can't interrupt.
 * @param show makes the query's data from the response
 */
export function apiQuery<E extends Endpoint>(
  endpoint: E,
  args: EndpointArgs<E>,
): ApiQuery<EndpointResponse<E>>;
export function apiQuery<E extends Endpoint, Data>(
  endpoint: E,
  args: EndpointArgs<E>,
  show: (answer: EndpointResponse<E>) => Data,
): ApiQuery<Data>;
export function apiQuery<E extends Endpoint, Data>(
  endpoint: E,
  args: EndpointArgs<E>,
  show?: (answer: EndpointResponse<E>) => Data,
): ApiQuery<EndpointResponse<E> | Data> {
  const shown = (answer: EndpointResponse<E>) => (show === undefined ? answer : show(answer));
  return {
    queryFn: async ({ signal }) => shown(await callEndpoint(endpoint, args, { signal })),
    initialData: () => {
      const first = firstAnswerTo(endpoint, args);
      return first === undefined ? undefined : shown(first);
    },
  };
}
