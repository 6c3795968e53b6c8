import * as v from 'valibot';

/** A076: the texts are the specification's own. */
const name = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Required'),
  v.minLength(2, 'Too Short!'),
  v.maxLength(50, 'Too Long!'),
);

const text = v.pipe(v.string(), v.maxLength(4096, 'Too Long!'));
const digits = v.pipe(v.string(), v.trim(), v.regex(/^\d*$/, 'digits'));
const wholeUpTo = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d*$/, 'digits'),
    v.check((typed) => Number(typed) <= most, 'tooLarge'),
  );
const YEAR_MINUTES = 525_600;
const secret = v.pipe(v.string(), v.trim(), v.maxLength(1024, 'Too Long!'));

const fields = v.object({
  provider: v.picklist(['cloud', 'simulator', 'beta']),
  name,
  isDefault: v.boolean(),
  queueIds: v.array(v.number()),
  greetingMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  expiresInactiveMessage: text,
  expiresTicket: wholeUpTo(YEAR_MINUTES),
  timeUseBotQueues: wholeUpTo(YEAR_MINUTES),
  maxUseBotQueues: wholeUpTo(1000),
  timeToTransfer: wholeUpTo(YEAR_MINUTES),
  transferQueueId: digits,
  promptId: digits,
  integrationId: digits,
  token: v.pipe(v.string(), v.trim(), v.regex(/^([\x21-\x7e]{16,200})?$/, 'token')),
  removesToken: v.boolean(),
  phoneNumberId: digits,
  wabaId: digits,
  accessToken: secret,
  appSecret: secret,
  verifyToken: secret,
});

type Fields = v.InferOutput<typeof fields>;
type Key = keyof Fields;

const CLOUD_IDS: Key[] = ['phoneNumberId', 'wabaId'];
const CLOUD_SECRETS: Key[] = ['accessToken', 'appSecret', 'verifyToken'];

/** What depends on more than one field, as pairs of field and message. */
function crossProblems(input: Fields, isNew: boolean): [Key, string][] {
  const problems: [Key, string][] = [];
  // S130: a customer who can choose between queues must be greeted with the choice.
  if (input.queueIds.length > 1 && input.greetingMessage.trim() === '') problems.push(['greetingMessage', 'greeting']);
  if (input.provider !== 'cloud') return problems;
  const needed = isNew ? [...CLOUD_IDS, ...CLOUD_SECRETS] : CLOUD_IDS;
  for (const key of needed) if (input[key] === '') problems.push([key, 'Required']);
  return problems;
}

/** A cloud number needs all of its data when it is made; later an empty secret keeps what is stored. */
export function connectionSchema(isNew: boolean) {
  return v.pipe(
    fields,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      for (const [key, message] of crossProblems(input, isNew)) {
        addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
      }
    }),
  );
}
