import { invalid } from '../http/api-problem.ts';

/**
 * An attacker's first guesses: keyboard rows, counting, a few names and words, collected by hand. In lower case,
 * without those that are too short anyway.
 */
const COMMON = new Set(
  `
000000 0000000 00000000 0123456789 101010 102030 111111 1111111 11111111 111222 112233 11223344 1122334455 121212 123123
123123123 123321 1234321 123454321 123456 1234567 12345678 123456789 1234567890 123456a 123456q 12345a 12345q 12345qwert
1234qwer 123654 123abc 123qwe 123qweasd 12qwaszx 131313 147258 147258369 147852 159357 159753 159951 1a2b3c 1a2b3c4d 1q2w3e
1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 222222 22222222 232323 246810 252525 258456 321321 333333 33333333 369369 444444
44444444 456456 456789 555555 55555555 654321 666666 66666666 696969 741852 741852963 753951 7654321 777777 7777777 77777777
789456 789456123 87654321 888888 88888888 963852741 987654 987654321 9876543210 999999 99999999 a123456 a1b2c3 a1b2c3d4
aa123456 aaaaaa aaaaaaaa abc123 abc12345 abcabc abcd1234 abcdef abcdefg abcdefgh access admin1 admin12 admin123 admin1234
adminadmin administrator andrew anthony arsenal asd123 asdasd asdfgh asdfghj asdfghjk asdfghjkl ashley asshole autumn azerty
azertyuiop banana barcelona baseball baseball1 basketball batman batman1 biteme blink182 buster change_me changeme charlie
charlie1 cheese chelsea computer contrasena cookie corvette daniel december default diamond dragon dragon1 dragon123 ferrari
flower football football1 freedom friday fuckyou george ginger golden google guest123 hannah harley hello1 hello123
hellohello hockey hunter iloveu iloveyou iloveyou1 internet january jennifer jessica jordan jordan23 joshua juventus killer
letmein letmein1 liverpool love123 lovely loveme maggie master master1 matthew mercedes michael michael1 michelle monday
monkey monkey1 monkey123 motdepasse mustang myspace1 naruto nicole nothing orange p@ssw0rd p@ssword pass123 pass1234 passpass
passw0rd password password! password1 password12 password123 password1234 passwort passwort1 pepper pokemon portage portage1
portage123 princess princess1 purple q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qwaszx qwe123 qweasd qweasdzxc qweqwe
qwer1234 qwert1 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyu qwertyui qwertyuiop ranger robert root123
rootroot samsung secret secret123 senha123 shadow shadow1 silver soccer spiderman spring starwars summer summer1 summer2024
summer2025 summer2026 sunshine sunshine1 superman superman1 test123 test1234 tester testing testtest thomas tigger toor123
trustno1 user123 username welcome welcome1 welcome123 welcome2 whatever william winter winter2024 winter2025 winter2026
xxxxxx zaq12wsx zaq1zaq1 zxcvbn zxcvbnm zzzzzz
`
    .trim()
    .split(/\s+/),
);

/** @throws ApiProblem 400 for a password that attackers try first */
export function refuseCommonPassword(password: string): void {
  if (!COMMON.has(password.normalize('NFKC').toLowerCase())) return;
  throw invalid('This is one of the most common passwords. Please choose another.', 'password');
}
