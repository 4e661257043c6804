// An agent on the official TypeScript SDK of MCP: `node mcp_sdk_typescript.mjs URL PROMPT_FILE`.

import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import OpenAI from "openai";

const [url, promptFile] = process.argv.slice(2);
const mode = process.env.MCP_MODE ?? "auto";
const model = new OpenAI();
const company = new Client(
  { name: "service", version: "1.0.0" },
  { versionNegotiation: { mode } },
);
await company.connect(new StreamableHTTPClientTransport(new URL(url)));
const tools = (await company.listTools()).tools.map((tool) => ({
  type: "function",
  function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
}));
const messages = [{ role: "system", content: readFileSync(promptFile, "utf8") }];
for (;;) {
  const answer = await model.chat.completions.create({ model: process.env.MODEL, messages, tools });
  const message = answer.choices[0].message;
  messages.push(message);
  if (!message.tool_calls?.length) break;
  for (const { id, function: asked } of message.tool_calls) {
    // A customer may take a while to answer.
    const result = await company.callTool(
      { name: asked.name, arguments: JSON.parse(asked.arguments) },
      { timeout: 120_000 },
    );
    const content = result.content.map((part) => part.text).join("");
    messages.push({ role: "tool", tool_call_id: id, content });
  }
}
await company.close();
