/** What the samples and the trial are made of. */
export interface Trial {
  url: string;
  number: string;
  body: string;
  files: readonly string[];
  closeTicket: boolean;
  queue: boolean;
}

export const LANGUAGES = ['curl', 'javascript', 'python', 'php'] as const;
export type Language = (typeof LANGUAGES)[number];

const TOKEN_BYTES = 24;
/** Stands for what is not typed yet. */
const EXAMPLE = { number: '5511987654321', body: 'Oi, {{firstName}}! Seu pedido saiu.' };

/** A token that nobody guesses. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  return `gch_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** What is sent, without what is not asked for. */
export function bodyOf(trial: Trial) {
  return {
    number: trial.number.trim() || EXAMPLE.number,
    body: trial.body || EXAMPLE.body,
    ...(trial.closeTicket ? { closeTicket: true } : {}),
    ...(trial.queue ? { queue: true } : {}),
  };
}

/** The fields of the form with files. */
const fieldsOf = (trial: Trial): [string, string][] =>
  Object.entries(bodyOf(trial)).map(([name, value]) => [name, String(value)]);

const inSingles = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const json = (value: unknown) => JSON.stringify(value, null, 2);
/** For a language whose single quotes take nothing but themselves and backslashes. */
const inPhp = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

function curl(trial: Trial): string {
  const head = [`curl -X POST ${trial.url}`, '-H "Authorization: Bearer $GUICHE_TOKEN"'];
  const rest =
    trial.files.length > 0
      ? [
          ...fieldsOf(trial).map(([name, value]) => `--form-string ${inSingles(`${name}=${value}`)}`),
          ...trial.files.map((file) => `-F ${inSingles(`medias=@${file}`)}`),
        ]
      : ['-H "Content-Type: application/json"', `-d ${inSingles(json(bodyOf(trial)))}`];
  return [...head, ...rest].join(' \\\n  ');
}

function javascript(trial: Trial): string {
  const call = (body: string, type: string) =>
    [
      `const answer = await fetch(${JSON.stringify(trial.url)}, {`,
      "  method: 'POST',",
      '  headers: {',
      '    Authorization: `Bearer ${process.env.GUICHE_TOKEN}`,',
      ...(type === '' ? [] : [`    'Content-Type': '${type}',`]),
      '  },',
      `  body: ${body},`,
      '});',
      'console.log(answer.status, await answer.json());',
    ].join('\n');
  if (trial.files.length === 0) {
    return call(`JSON.stringify(${json(bodyOf(trial)).replaceAll('\n', '\n  ')})`, 'application/json');
  }
  const opens = "import { openAsBlob } from 'node:fs';\n\nconst form = new FormData();";
  const fields = fieldsOf(trial).map(
    ([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  const files = trial.files.map((file) => {
    const name = JSON.stringify(file);
    return `form.append("medias", await openAsBlob(${name}), ${name});`;
  });
  return `${[opens, ...fields, ...files].join('\n')}\n\n${call('form', '')}`;
}

function python(trial: Trial): string {
  const literal = (value: unknown) => (value === true ? 'True' : JSON.stringify(value));
  const entries = (fields: [string, unknown][]) =>
    fields.map(([name, value]) => `        ${JSON.stringify(name)}: ${literal(value)},`);
  const isForm = trial.files.length > 0;
  const fields = isForm ? fieldsOf(trial) : Object.entries(bodyOf(trial));
  const files = trial.files.map((file) => `        ("medias", open(${JSON.stringify(file)}, "rb")),`);
  return [
    'import os',
    'import requests',
    '',
    'answer = requests.post(',
    `    ${JSON.stringify(trial.url)},`,
    '    headers={"Authorization": f"Bearer {os.environ[\'GUICHE_TOKEN\']}"},',
    isForm ? '    data={' : '    json={',
    ...entries(fields),
    '    },',
    ...(isForm ? ['    files=[', ...files, '    ],'] : []),
    '    timeout=30,',
    ')',
    'print(answer.status_code, answer.json())',
  ].join('\n');
}

function php(trial: Trial): string {
  const literal = (value: unknown) => (value === true ? 'true' : inPhp(String(value)));
  const isForm = trial.files.length > 0;
  const fields = isForm ? fieldsOf(trial) : Object.entries(bodyOf(trial));
  const entries = fields.map(([name, value]) => `    ${inPhp(name)} => ${literal(value)},`);
  const files = trial.files.map((file, place) => `    ${inPhp(`medias[${place}]`)} => new CURLFile(${inPhp(file)}),`);
  return [
    '<?php',
    `$call = curl_init(${inPhp(trial.url)});`,
    `$body = [`,
    ...entries,
    ...files,
    '];',
    'curl_setopt_array($call, [',
    '    CURLOPT_POST => true,',
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_HTTPHEADER => [',
    "        'Authorization: Bearer ' . getenv('GUICHE_TOKEN'),",
    ...(isForm ? [] : ["        'Content-Type: application/json',"]),
    '    ],',
    isForm ? '    CURLOPT_POSTFIELDS => $body,' : '    CURLOPT_POSTFIELDS => json_encode($body),',
    ']);',
    'echo curl_exec($call);',
  ].join('\n');
}

const SAMPLES = { curl, javascript, python, php };

/** The program that does what the form says. */
export const sampleOf = (language: Language, trial: Trial): string => SAMPLES[language](trial);

/** The words that a status of an answer is shown with. */
export function toneOf(status: number): 'success' | 'warning' | 'danger' {
  if (status >= 200 && status < 300) return 'success';
  return status === 409 || status === 429 || status === 503 ? 'warning' : 'danger';
}

/** Whole megabytes. */
export const megabytes = (bytes: number) => Math.floor(bytes / (1024 * 1024));
