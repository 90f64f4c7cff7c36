import { describe, expect, test } from 'vitest';
import { timeRatio } from '../../../../tools/test-settings/time-ratio.ts';
import { plainText } from './plain-text.ts';

describe('descriptions as plain text', () => {
  test.each([
    ['[ISO currency code](https://www.iso.org/iso-4217.html), in lowercase.', 'ISO currency code, in lowercase.'],
    ['One<br />two<br>three', 'One\ntwo\nthree'],
    ['<div class="wt-text"><p>Alpha</p> Give feedback</div>', 'Alpha\nGive feedback'],
    ['**Bold**, *soft*, `code` and __more__', 'Bold, soft, code and more'],
    ['## Heading\n\n- one\n* two', 'Heading\n\n- one\n- two'],
    ['Tom &amp; Jerry &lt;3', 'Tom & Jerry <3'],
    ['`created[gte]` and snake_case_name stay, so does 2 * 3 * 4', 'created[gte] and snake_case_name stay, so does 2 * 3 * 4'],
    ['a < b and c > d', 'a < b and c > d'],
    ['```json\n{"a": 1}\n```', '{"a": 1}'],
    ['![logo](https://x.example/a.png "Logo") text', 'logo text'],
    ['<script>alert(1)</script>ok', 'ok'],
  ])('%j reads %j', (written, read) => expect(plainText(written)).toBe(read));

  test.each(['[', '<a ', '**a', '_a ', '`', '<script>'])('take linear time for a text of many %s', (hostile) => {
    const [short, long] = [hostile.repeat(2_000), hostile.repeat(16_000)];
    expect(
      timeRatio(
        () => plainText(long),
        () => plainText(short),
      ),
    ).toBeLessThan(32);
  });
});
