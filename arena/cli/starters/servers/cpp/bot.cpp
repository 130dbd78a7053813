// A bot that is a gRPC server of its own, in C++: it plays any legal action, by chance.
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

#include "bot.grpc.pb.h"

using namespace athanor::v1;

class Player final : public Bot::Service {
    grpc::Status Play(grpc::ServerContext*, grpc::ServerReaderWriter<FromBot, ToBot>* stream) override {
        std::mt19937_64 chance;
        ToBot said;
        while (stream->Read(&said)) {
            FromBot answer;
            if (said.has_welcome()) {
                // The match's own entropy: the same match plays the same again.
                chance.seed(std::strtoull(said.welcome().entropy().substr(0, 16).c_str(), nullptr, 16));
                answer.mutable_ready()->set_protocol(1);
            } else if (said.has_ask()) {
                answer.mutable_answer()->set_number(said.ask().number());
                answer.mutable_answer()->set_index(chance() % said.ask().legal().actions_size());
            } else if (said.has_refused()) {
                std::cerr << "refused: " << said.refused().reason() << std::endl;
                answer.mutable_answer()->set_number(said.refused().number());
                answer.mutable_answer()->set_index(0);
            } else {
                continue;
            }
            stream->Write(answer);
        }
        return grpc::Status::OK;
    }
};

int main() {
    Player player;
    // grpc.health.v1 says when the bot is up.
    grpc::EnableDefaultHealthCheckService(true);
    grpc::ServerBuilder builder;
    builder.AddListeningPort(std::string("unix:") + std::getenv("ATHANOR_SOCKET"), grpc::InsecureServerCredentials());
    builder.RegisterService(&player);
    builder.BuildAndStart()->Wait();
}
