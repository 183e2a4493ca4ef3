export { Engine } from './engine.js';
export { Session } from './session.js';
export { Closed, EngineDied, EngineNotFound, QueryTooShort, RequestFailed, SeeklineError } from './errors.js';
