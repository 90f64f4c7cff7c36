/**
 * The first script of every context. It captures the built-ins it needs before a user's script can change them, creates `console`
 * and its own `Math.random`, and returns the functions the host calls:
 * 0 `accept(inputText)` creates `Steps`, `$Data`, `$Consts` and, if given, `$Vars`,
 * 1 `finish(promise)` promises the settled value of the user's function as JSON text,
 * 2 `describe(reason)` returns what was thrown as JSON text.
 */
export const prelude = `(function (log, random) {
  'use strict';
  const { parse, stringify } = JSON;
  const { defineProperty, hasOwn, prototype: objectMembers } = Object;
  const Guard = Proxy;
  const toText = String;
  const AnyError = Error;
  const EngineError = InternalError;
  const slice = Function.prototype.call.bind(String.prototype.slice);
  const longestMessage = 4000;
  const longestLine = 70000;

  const show = (value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'function') return '[function]';
    if (typeof value !== 'object' || value === null) return toText(value);
    try {
      if (value instanceof AnyError) return toText(value.name) + ': ' + toText(value.message);
      const text = stringify(value);
      if (typeof text === 'string') return text;
    } catch {}
    return '[object]';
  };

  const writer = (level) => (...values) => {
    let line = '';
    for (let index = 0; index < values.length; index += 1) line += (index === 0 ? '' : ' ') + show(values[index]);
    log(level, stringify(slice(line, 0, longestLine)));
  };

  const define = (name, value) =>
    defineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true, enumerable: true });

  define('console', { log: writer('log'), info: writer('info'), warn: writer('warn'), error: writer('error'), debug: writer('log') });
  defineProperty(Math, 'random', { __proto__: null, value: () => random(), writable: true, configurable: true, enumerable: false });

  const read = (value, key) => {
    try {
      const text = value[key];
      return typeof text === 'string' ? slice(text, 0, longestMessage) : '';
    } catch {
      return '';
    }
  };

  // A misspelt name would be undefined. What JavaScript itself reads of any object is not a name.
  const guarded = (variables) =>
    new Guard(variables, {
      __proto__: null,
      get: (target, name) => {
        if (hasOwn(target, name) || typeof name !== 'string' || name === 'then' || name === 'toJSON' || name in objectMembers) return target[name];
        throw new AnyError('There is no variable "' + name + '"');
      },
    });

  const accept = (inputText) => {
    const input = parse(inputText);
    const steps = input.Steps ?? {};
    define('Steps', steps);
    define('$Steps', steps);
    define('$Data', input.$Data ?? {});
    define('$Consts', input.$Consts ?? {});
    if (input.$Vars) define('$Vars', guarded(input.$Vars));
  };

  const finish = async (promise) => {
    const text = stringify(await promise);
    return typeof text === 'string' ? text : 'null';
  };

  const readClass = (value) => {
    try {
      return read(value.constructor, 'name');
    } catch {
      return '';
    }
  };

  const describe = (reason) => {
    const isObject = (typeof reason === 'object' && reason !== null) || typeof reason === 'function';
    return stringify({
      __proto__: null,
      name: (isObject && read(reason, 'name')) || 'Error',
      className: isObject ? readClass(reason) : '',
      message: (isObject && read(reason, 'message')) || slice(show(reason), 0, longestMessage),
      stack: isObject ? read(reason, 'stack') : '',
      fromEngine: isObject && reason instanceof EngineError,
    });
  };

  return [accept, finish, describe];
})`;
