/** What Picket sends in place of one of Postman's dynamic variables. */
interface Counterpart {
  readonly expression: string;
  /** How it differs; absent where it does not. */
  readonly difference?: string;
}

const exact = (expression: string): Counterpart => ({ expression });
const near = (expression: string, difference: string): Counterpart => ({ expression, difference });

const english = 'English words instead of Latin ones';
const lines = 'lines of placeholder text';

const counterparts: ReadonlyMap<string, Counterpart> = new Map([
  ['$guid', exact('uuid')],
  ['$randomUUID', exact('uuid')],
  ['$timestamp', exact('timestamp')],
  ['$isoTimestamp', exact('isodate')],
  ['$randomInt', exact('number 0 1000')],
  ['$randomFullName', exact('fullName')],
  ['$randomExampleEmail', exact('email')],
  ['$randomEmail', near('email', 'addresses at example.com, .net and .org alone')],
  ['$randomColor', exact('color')],
  ['$randomCountryCode', exact('countryCode')],
  ['$randomCurrencyCode', exact('currency')],
  ['$randomLatitude', near('latitude', 'six decimals')],
  ['$randomLongitude', near('longitude', 'six decimals')],
  ['$randomWord', exact('word')],
  ['$randomNoun', near('word', 'any English word')],
  ['$randomVerb', near('word', 'any English word')],
  ['$randomAdjective', near('word', 'any English word')],
  ['$randomWords', near('words 3', 'always three words')],
  ['$randomLoremWord', near('word', english)],
  ['$randomLoremWords', near('words 3', english)],
  ['$randomLoremSentence', near('lines 1', 'a line of placeholder text')],
  ['$randomLoremSentences', near('lines 3', lines)],
  ['$randomLoremParagraph', near('lines 3', lines)],
  ['$randomLoremParagraphs', near('lines 9', lines)],
  ['$randomLoremText', near('lines 3', lines)],
  ['$randomLoremLines', near('lines 3', 'always three lines')],
  ['$randomAlphaNumeric', near('alphaNumeric 1', 'capital letters too')],
  ['$randomPassword', near('alphaNumeric 15', 'letters and digits alone')],
  ['$randomUserName', near('alphaNumeric 12', 'letters and digits alone')],
  ['$randomBankAccount', near('number 10000000 99999999', 'never a leading zero')],
  ['$randomCreditCardMask', near('number 1000 9999', 'never a leading zero')],
]);

/** Postman's dynamic variables begin with `$`; undefined where Picket has nothing like it. */
export function counterpartOf(name: string): Counterpart | undefined {
  return counterparts.get(name);
}

/** Whether what an expression makes may hold letters that a form has to encode. */
export function mayNeedEncoding(expression: string): boolean {
  return /^(?:color|email|fullName|isodate|lines|responses|words)\b/.test(expression);
}
