/** Digits of a bigint beyond which reading them would take noticeable time. */
const mostBigintDigits = 4096;

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const jsonInteger = /^-?(?:0|[1-9]\d*)(?:\.0+)?(?:[eE]\+?\d+)?$/;

const wholeNumber = /^-?(?:0|[1-9]\d*)$/;

type Read = (text: string) => number | boolean | bigint | string | undefined;

/** How text is read, by the type of JSON schema it is to be; `undefined` where it is none. */
export const textTo: ReadonlyMap<unknown, Read> = new Map<unknown, Read>([
  ['number', toNumber],
  ['integer', toInteger],
  ['boolean', toBoolean],
  ['bigint', toBigint],
  ['string', text => text],
]);

/** By the grammar of JSON (RFC 8259, section 6); beyond what a number can hold is none. */
function toNumber(text: string): number | undefined {
  if (!jsonNumber.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** A JSON number without a fraction, as `5`, `5.0` or `5e2`, that a number holds exactly. */
function toInteger(text: string): number | undefined {
  const number = jsonInteger.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(number) ? number : undefined;
}

function toBoolean(text: string): boolean | undefined {
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}

function toBigint(text: string): bigint | undefined {
  if (text.length > mostBigintDigits || !wholeNumber.test(text)) return undefined;
  return BigInt(text);
}
