// Write the types of an API document: node generate.mjs DOCUMENT TARGET

import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const [document, target] = process.argv.slice(2);
const file = ts.factory.createTypeReferenceNode("Blob");
const types = await openapiTS(pathToFileURL(document), {
  // A field with a default may be left out of a request.
  defaultNonNullable: false,
  transform: (schema) => (schema.format === "binary" ? file : undefined),
});
writeFileSync(target, `// Generated from docs/openapi.yaml by openapi-typescript: \`make clients\`.\n\n${astToString(types)}`);
