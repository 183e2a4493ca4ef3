// What a strict TypeScript program may do with the package, and what it may not.
import { Engine, EngineDied, RequestFailed, type Failure, type Item, type Session, type State } from 'seekline';

export async function titles(query: string, signal: AbortSignal): Promise<readonly string[]> {
  const engine = new Engine({ settings: { 'wikipedia.language': 'en' }, flags: ['--log-level', 'error'] });
  try {
    const session: Session = await engine.open('unicode', { pageSize: 5, trigger: 'incremental' });
    let last: State = session.state;
    for await (const state of session.search(query, { signal })) last = state;
    const failure: Failure | null = last.error;
    if (failure !== null && failure.kind === 'offline') return [failure.message];

    const { outcome, retryAfterMs } = await session.nextPage({ need: 10 });
    if (outcome === 'backingOff') console.log(retryAfterMs?.toFixed());
    const { items, total } = await session.settled({ signal });
    const sum: number = (total ?? 0) + items.length;
    const name = items[0]?.fields.name;
    if (typeof name === 'string') console.log(name.toUpperCase(), sum);
    console.log((await session.detail('U+2603', { signal })).text.length);

    const action = items[0]?.actions?.[0];
    const { message, changed } = await session.perform('1', action?.name ?? 'end', { generation: last.listGeneration, signal });
    if (changed) console.log(message?.length);

    // @ts-expect-error A state cannot be changed.
    last.loading = true;
    // @ts-expect-error Nor can its list.
    last.items.push(items[0]);
    // @ts-expect-error Nor an item.
    items[0].title = '';
    // @ts-expect-error There is no such option.
    await engine.open('unicode', { pagesize: 5 });
    // @ts-expect-error A query is a string.
    await session.setQuery(7);
    // @ts-expect-error It may be null.
    console.log(last.query.length);
    const list: Session = await engine.pick(new Set(['a', 'b']), { query: null, pageSize: 5 });
    async function* more() {
      yield { title: 'c', kind: 'file', location: { path: 'c', line: 1 }, fields: { n: 1 } };
    }
    const { held, dropped } = await list.setItems(more(), { append: true, done: false, signal });
    console.log(held + dropped + (await list.filled()).held, list.state.growing === true);
    // @ts-expect-error An item has a title.
    await list.setItems([{ id: '1' }]);
    await session[Symbol.asyncDispose]();
    return items.map((item) => item.title);
  } catch (error) {
    if (error instanceof RequestFailed) return [String(error.code), error.failure?.message ?? ''];
    if (error instanceof EngineDied) return [String(error.exitCode), error.signal ?? '', error.stderr];
    throw error;
  } finally {
    await engine.close();
  }
}

export const item: Item = { id: '1', title: 'A', fields: { year: 2026, isNew: true, name: 'a' } };
