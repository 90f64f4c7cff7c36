const TOKENS = /'[^']*'|\[[^\]]*\]|yyyy|YYYY|yy|YY|MMMM|MMM|MM|M|dddd|ddd|dd|DD|d|D|HH|H|hh|h|mm|m|ss|s|fff|SSS|tt|A|zzz/g;
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/**
 * A date in UTC by a pattern such as `yyyy-MM-dd HH:mm`; text between '…' or […] stays as it is, as does every letter
 * that is no token. Tokens: docs/guide/expressions.md.
 */
export function formatDate(date: Date, pattern: string): string {
  return pattern.replace(TOKENS, (token) => (/^['[]/.test(token) ? token.slice(1, -1) : tokenValue(date, token)));
}

function tokenValue(date: Date, token: string): string {
  const hour = date.getUTCHours();
  const month = date.getUTCMonth();
  switch (token) {
    case 'yyyy':
    case 'YYYY':
      return String(date.getUTCFullYear()).padStart(4, '0');
    case 'yy':
    case 'YY':
      return two(date.getUTCFullYear() % 100);
    case 'MMMM':
      return MONTHS[month] ?? '';
    case 'MMM':
      return (MONTHS[month] ?? '').slice(0, 3);
    case 'MM':
      return two(month + 1);
    case 'M':
      return String(month + 1);
    case 'dddd':
      return DAYS[date.getUTCDay()] ?? '';
    case 'ddd':
      return (DAYS[date.getUTCDay()] ?? '').slice(0, 3);
    case 'dd':
    case 'DD':
      return two(date.getUTCDate());
    case 'd':
    case 'D':
      return String(date.getUTCDate());
    case 'HH':
      return two(hour);
    case 'H':
      return String(hour);
    case 'hh':
      return two(hour % 12 || 12);
    case 'h':
      return String(hour % 12 || 12);
    case 'mm':
      return two(date.getUTCMinutes());
    case 'm':
      return String(date.getUTCMinutes());
    case 'ss':
      return two(date.getUTCSeconds());
    case 's':
      return String(date.getUTCSeconds());
    case 'fff':
    case 'SSS':
      return String(date.getUTCMilliseconds()).padStart(3, '0');
    case 'tt':
    case 'A':
      return hour < 12 ? 'AM' : 'PM';
    case 'zzz':
      return '+00:00';
    default:
      return token;
  }
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
