"""Makes one call with a client, set up by the code of its page in docs/platforms/.

Reads a JSON object from standard input: the name of the page, the codes of its steps, an id of the
call, and what the caller says. Prints a JSON object: what the caller heard, and the arguments of
the function that the model called. What a client logs goes to standard error.
"""

import ast
import asyncio
import inspect
import json
import sys

DESCRIPTION = "Hands the call over to the front desk."
NO_ANSWER = "Nobody answers, {name} shall wait."


async def run_page(code, given):
    """Runs a page's code, which may await, and returns the names it makes."""
    names = dict(given)
    program = compile(code, "page", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    pending = eval(program, names)
    if inspect.iscoroutine(pending):
        await pending
    return names


async def openai_python(make, end, call):
    client = (await run_page(make, {"call_id": call["id"]}))["client"]
    tools = [
        {
            "type": "function",
            "function": {
                "name": "transfer",
                "description": DESCRIPTION,
                "parameters": {
                    "type": "object",
                    "properties": {"number": {"type": "string"}, "note": {"type": "string"}},
                },
            },
        }
    ]
    messages = [{"role": "system", "content": call["prompt"]}]
    heard, called = [], []
    for words in call["words"]:
        messages.append({"role": "user", "content": words})
        async with client.chat.completions.stream(
            model="clinic", messages=messages, tools=tools
        ) as stream:
            message = (await stream.get_final_completion()).choices[0].message
        messages.append(message.model_dump(include={"role", "content", "tool_calls"}, exclude_none=True))
        for made in message.tool_calls or []:
            called.append(json.loads(made.function.arguments))
            result = NO_ANSWER.format(**call)
            messages.append({"role": "tool", "tool_call_id": made.id, "content": result})
        heard.append(message.content or "")
    await run_page(end, {"call_id": call["id"]})
    return {"heard": heard, "called": called}


class Job:
    """The part of LiveKit's job context that the page uses."""

    def __init__(self):
        self.callbacks = []

    def add_shutdown_callback(self, callback):
        self.callbacks.append(callback)


async def livekit(make, end, call):
    from livekit.agents import function_tool
    from livekit.agents.llm import ChatContext, FunctionCall, FunctionCallOutput

    model = (await run_page(make, {"call_id": call["id"]}))["llm"]

    @function_tool(description=DESCRIPTION)
    async def transfer(number: str, note: str) -> str:
        return NO_ANSWER.format(**call)

    context = ChatContext.empty()
    context.add_message(role="system", content=call["prompt"])
    heard, called = [], []
    for words in call["words"]:
        context.add_message(role="user", content=words)
        text = ""
        async with model.chat(chat_ctx=context, tools=[transfer]) as stream:
            async for chunk in stream:
                if chunk.delta is None:
                    continue
                text += chunk.delta.content or ""
                for made in chunk.delta.tool_calls:
                    called.append(json.loads(made.arguments))
                    context.items.append(
                        FunctionCall(
                            call_id=made.call_id, name=made.name, arguments=made.arguments
                        )
                    )
                    context.items.append(
                        FunctionCallOutput(
                            call_id=made.call_id,
                            name=made.name,
                            output=NO_ANSWER.format(**call),
                            is_error=False,
                        )
                    )
        if text:
            context.add_message(role="assistant", content=text)
        heard.append(text)
    job = Job()
    await run_page(end, {"call_id": call["id"], "ctx": job})
    for callback in job.callbacks:
        await callback()
    return {"heard": heard, "called": called}


async def pipecat(make, end, call):
    from loguru import logger
    from pipecat.adapters.llm.schemas.function_schema import FunctionSchema
    from pipecat.adapters.llm.schemas.tools_schema import ToolsSchema
    from pipecat.frames.frames import EndFrame, LLMRunFrame
    from pipecat.pipeline.pipeline import Pipeline
    from pipecat.pipeline.worker import PipelineWorker
    from pipecat.processors.aggregators.llm_context import LLMContext
    from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair
    from pipecat.workers.runner import WorkerRunner

    logger.remove()
    service = (await run_page(make, {"call_id": call["id"]}))["llm"]
    heard, called = [], []

    async def transfer(params):
        called.append(dict(params.arguments))
        await params.result_callback(NO_ANSWER.format(**call))

    service.register_function("transfer", transfer)
    schema = FunctionSchema(
        name="transfer",
        description=DESCRIPTION,
        properties={"number": {"type": "string"}, "note": {"type": "string"}},
        required=["number", "note"],
    )
    context = LLMContext(
        messages=[{"role": "system", "content": call["prompt"]}],
        tools=ToolsSchema(standard_tools=[schema]),
    )
    aggregators = LLMContextAggregatorPair(context)
    spoken = asyncio.Queue()

    @aggregators.assistant().event_handler("on_assistant_turn_stopped")
    async def on_assistant_turn_stopped(aggregator, message):
        await spoken.put(message.content)

    worker = PipelineWorker(
        Pipeline([aggregators.user(), service, aggregators.assistant()]),
        cancel_on_idle_timeout=False,
    )

    errors = []

    @service.event_handler("on_error")
    async def on_error(service, frame):
        errors.append(frame.error)
        await spoken.put("")

    async def talk():
        for words in call["words"]:
            context.add_message({"role": "user", "content": words})
            await worker.queue_frames([LLMRunFrame()])
            text = await spoken.get()
            # With the result of a function the pipeline asks again by itself.
            while text == "" and not errors:
                text = await spoken.get()
            if errors:
                return await worker.cancel()
            heard.append(text)
        await worker.queue_frames([EndFrame()])

    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    await asyncio.gather(runner.run(), talk())
    if errors:
        raise RuntimeError(errors[0])
    await run_page(end, {"call_id": call["id"]})
    return {"heard": heard, "called": called}


CLIENTS = {"openai-python": openai_python, "livekit": livekit, "pipecat": pipecat}


async def main():
    order = json.load(sys.stdin)
    make, end = order["codes"]
    print(json.dumps(await CLIENTS[order["page"]](make, end, order["call"])))


asyncio.run(main())
