/**
 * What a session shows, as an immutable value: `apply` makes the next one from a notification.
 *
 * @typedef {import('./index.js').State} State
 * @typedef {import('./protocol.js').Snapshot} Snapshot
 */

/** @param {Snapshot} snapshot @returns {State} */
export function fromSnapshot({ seq, ...snapshot }) {
  const { error = null, items } = snapshot;
  const ofDetail = error?.scope === 'detail';
  return state({
    ...snapshot,
    listGeneration: snapshot.generation,
    items: items.map(frozen),
    listError: ofDetail ? null : frozen(error),
    detailError: ofDetail ? frozen(error) : null,
  });
}

/** @param {State} before @param {string} method @param {any} params @returns {State} */
export function apply(before, method, { session, seq, ...params }) {
  const parts = { ...before, listError: before[listError], detailError: before[detailError] };
  switch (method) {
    case 'loading':
      if (params.status !== 'error') parts.listError = null;
      if (params.opening !== null) parts.detailError = null;
      return state({ ...parts, growing: false, ...params });
    case 'items': {
      const { from, generation, items, ...rest } = params;
      const list = [...before.items.slice(0, from), ...items.map(frozen)];
      return state({ ...parts, total: undefined, suggestion: undefined, partial: false, failed: [], cached: false, ...rest, items: list, listGeneration: generation });
    }
    case 'error':
      if (params.scope === 'detail') parts.detailError = error(params);
      else parts.listError = error(params);
      return state(parts);
    default:
      return before;
  }
}

/** The list and the detail can have an error at the same time; the list's is the one that is shown. */
const listError = Symbol('listError');
const detailError = Symbol('detailError');

/** @returns {State} */
function state({ listError: ofList, detailError: ofDetail, total, suggestion, partial, failed, cached, growing, ...parts }) {
  return Object.freeze({
    ...parts,
    total: total ?? null,
    suggestion: suggestion ?? null,
    partial: partial ?? false,
    failed: frozen(failed ?? []),
    cached: cached ?? false,
    growing: growing ?? false,
    items: Object.freeze(parts.items),
    error: ofList ?? ofDetail,
    settled: !parts.loading && parts.pending === null,
    [listError]: ofList,
    [detailError]: ofDetail,
  });
}

/** Returns the parts of an `error` that are also in a snapshot. */
function error({ generation, ...failure }) {
  return frozen(failure);
}

/**
 * Freezes `value` and everything in it, and returns it.
 *
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function frozen(value) {
  if (value !== null && typeof value === 'object') Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
