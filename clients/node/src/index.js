export { Engine } from './engine.js';
export { Session } from './session.js';
export { Closed, EngineDied, EngineNotFound, ItemsSpent, QueryTooShort, RequestFailed, SeeklineError } from './errors.js';
